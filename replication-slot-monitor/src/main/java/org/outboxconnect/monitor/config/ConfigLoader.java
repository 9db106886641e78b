package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.Entry.Group;

/**
 * Reads the settings of the monitor from a YAML file, from environment variables, or from both;
 * where both say something the environment wins. The variable of a setting is {@code
 * OUTBOX_MONITOR_} and its path, for example {@code OUTBOX_MONITOR_SERVERS_0_URL} for {@code
 * servers[0].url}.
 *
 * <p>Stateless. Files with secrets are not read here but each time a secret is needed.
 */
public final class ConfigLoader {

  private final Problems problems = new Problems();
  private final Secrets secrets = new Secrets(problems);

  private ConfigLoader() {}

  /**
   * Reads and checks all settings.
   *
   * @param file the YAML file; null to take all from the environment
   * @param environment variables; those that don't begin with {@code OUTBOX_MONITOR_} are left out
   * @throws ConfigException with everything that is wrong
   */
  public static MonitorConfig load(@Nullable Path file, Map<String, String> environment) {
    ConfigLoader loader = new ConfigLoader();
    MonitorConfig config = loader.read(file, environment);
    loader.problems.throwIfAny();
    return config;
  }

  /**
   * Does what {@link #load} does, and sees whether the files with secrets can be read now.
   *
   * @throws ConfigException with everything that is wrong
   */
  public static MonitorConfig check(@Nullable Path file, Map<String, String> environment) {
    ConfigLoader loader = new ConfigLoader();
    MonitorConfig config = loader.read(file, environment);
    loader.secrets.requireReadable();
    loader.problems.throwIfAny();
    return config;
  }

  private MonitorConfig read(@Nullable Path file, Map<String, String> environment) {
    Map<String, Object> tree = tree(file);
    problems.throwIfAny(); // of a file that can't be read all else would be noise
    new Environment(Catalogue.ROOT, problems).overlay(tree, environment);
    return read(Section.of(Catalogue.ROOT, "", tree, problems));
  }

  private Map<String, Object> tree(@Nullable Path file) {
    Object content = file == null ? null : YamlFile.read(file, problems);
    Map<String, Object> tree = new LinkedHashMap<>();
    if (content instanceof Map<?, ?> map) {
      map.forEach((key, value) -> tree.put(String.valueOf(key), value));
    } else if (content != null && !content.equals("")) {
      problems.add(
          String.valueOf(file), "keys with values", "something else", "see the example file");
    }
    return tree;
  }

  private MonitorConfig read(Section root) {
    List<Section> servers = distinct(root, ServerKeys.SERVERS, ServerKeys.NAME);
    if (root.isEmpty(ServerKeys.SERVERS)) {
      root.problem(
          ServerKeys.SERVERS,
          "at least one server",
          "nothing",
          "add name, url, user and password-file of a database");
    }
    List<ServerConfig> read = servers.stream().map(new ServerReader(secrets)::read).toList();
    Map<String, ServerConfig> byName = new LinkedHashMap<>();
    read.forEach(server -> byName.putIfAbsent(server.name(), server));
    ClusterReader clusters = new ClusterReader(secrets, byName);
    return new MonitorConfig(
        root.get(Catalogue.LISTEN),
        root.get(Catalogue.POLL_INTERVAL),
        root.find(Catalogue.HISTORY_DIRECTORY),
        ThresholdKeys.read(root.one(ThresholdKeys.GROUP)),
        read,
        distinct(root, ClusterKeys.CLUSTERS, ClusterKeys.NAME).stream()
            .map(clusters::read)
            .toList(),
        distinct(root, WebhookKeys.WEBHOOKS, WebhookKeys.NAME).stream()
            .map(this::webhook)
            .toList());
  }

  private static List<Section> distinct(Section root, Group group, Entry.Scalar<String> name) {
    List<Section> sections = root.many(group);
    Section.requireDistinct(sections, name);
    return sections;
  }

  private WebhookConfig webhook(Section section) {
    return new WebhookConfig(
        section.get(WebhookKeys.NAME),
        secrets.url(section, WebhookKeys.URL, WebhookKeys.URL_FILE),
        section.get(WebhookKeys.FORMAT),
        section.get(WebhookKeys.MIN_SEVERITY),
        section.get(WebhookKeys.REPEAT_INTERVAL));
  }
}
