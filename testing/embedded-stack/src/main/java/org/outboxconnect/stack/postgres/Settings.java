package org.outboxconnect.stack.postgres;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The lines of {@code postgresql.conf} that the stack sets. */
final class Settings {

  static final int FAILOVER_SLOTS_SINCE = 17;
  static final String SYNCHRONIZED_SLOTS = "synchronized_standby_slots";

  private static final Set<String> OWNED =
      Set.of("port", "listen_addresses", "unix_socket_directories");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  private Settings() {}

  /** Safe where it matters for what we test, small where it doesn't. In file order. */
  static Map<String, String> durable() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("fsync", "on");
    settings.put("full_page_writes", "on");
    settings.put("synchronous_commit", "on");
    settings.put("wal_level", "logical");
    settings.put("max_wal_senders", "20");
    settings.put("max_replication_slots", "20");
    settings.put("max_connections", "100");
    settings.put("shared_buffers", "32MB");
    // In the data folder, not in /dev/shm: a killed server can't clean up there.
    settings.put("dynamic_shared_memory_type", "mmap");
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("unix_socket_directories", "");
    settings.put("timezone", "UTC");
    settings.put("log_timezone", "UTC");
    settings.put("log_line_prefix", "%m [%p] ");
    return settings;
  }

  /**
   * The lines of a standby.
   *
   * @param primary lines of the server that it copies
   * @param connection how to reach that server
   * @param slot physical slot there
   */
  static Map<String, String> standby(
      int major, Map<String, String> primary, String connection, String slot) {
    Map<String, String> settings = new LinkedHashMap<>(primary);
    // Names a slot of the primary; after a promotion nothing would ever pass it here.
    settings.remove(SYNCHRONIZED_SLOTS);
    settings.put("primary_conninfo", connection);
    settings.put("primary_slot_name", slot);
    settings.put("hot_standby_feedback", "on");
    if (major >= FAILOVER_SLOTS_SINCE) {
      settings.put("sync_replication_slots", "on");
    }
    return settings;
  }

  static String requireFree(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("[%s] is no name of a setting".formatted(name));
    }
    if (OWNED.contains(name)) {
      throw new IllegalArgumentException(
          "Setting [%s] belongs to the stack. [Hint: choose a port by port(n)]".formatted(name));
    }
    return name;
  }
}
