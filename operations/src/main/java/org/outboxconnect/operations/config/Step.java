package org.outboxconnect.operations.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A transformation of the chain.
 *
 * @param alias its name in {@code transforms}
 * @param role which one it is, if it is one that we know
 * @param type class as it stands there; empty if missing
 * @param settings its keys without the prefix, those of Connect included
 */
record Step(String alias, Optional<Role> role, String type, Map<String, String> settings) {

  /** What a transformation is in our chain, in the order in which they have to stand. */
  enum Role {
    MESSAGE("org.outboxconnect.smt.OutboxMessage"),
    GUARD("org.outboxconnect.smt.OutboxGuard"),
    HEADERS("org.outboxconnect.smt.OutboxHeaders"),
    ROUTER("io.debezium.transforms.outbox.EventRouter");

    private final String type;

    Role(String type) {
      this.type = type;
    }

    String type() {
      return type;
    }

    String simpleName() {
      return type.substring(type.lastIndexOf('.') + 1);
    }

    /** Connect also takes the name of the class alone. */
    static Optional<Role> of(String type) {
      for (Role role : values()) {
        if (type.equals(role.type) || type.equals(role.simpleName())) {
          return Optional.of(role);
        }
      }
      return Optional.empty();
    }

    KnownKeys keys() {
      return this == ROUTER ? KnownKeys.ROUTER : KnownKeys.ours(simpleName());
    }
  }

  static Step of(String alias, Map<String, String> config) {
    Map<String, String> settings = withPrefix("transforms." + alias + ".", config);
    String type = settings.getOrDefault("type", "").strip();
    return new Step(alias, Role.of(type), type, settings);
  }

  static Map<String, String> withPrefix(String prefix, Map<String, String> config) {
    Map<String, String> settings = new LinkedHashMap<>();
    config.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            settings.put(key.substring(prefix.length()), value);
          }
        });
    return settings;
  }

  boolean is(Role wanted) {
    return role.filter(wanted::equals).isPresent();
  }

  String key(String setting) {
    return "transforms." + alias + "." + setting;
  }

  /** The value or the default; empty if there is none, or if it is a reference. */
  Optional<String> value(String setting) {
    return Optional.ofNullable(settings.get(setting))
        .or(() -> role.flatMap(known -> known.keys().defaultOf(setting)))
        .map(String::strip)
        .filter(value -> !References.isReference(value));
  }

  Found found(String setting) {
    String value = settings.get(setting);
    return new Found(
        key(setting), value == null ? absent(setting) : "is " + Secrets.shown(setting, value));
  }

  private String absent(String setting) {
    return role.flatMap(known -> known.keys().defaultOf(setting))
        .map(value -> "is not set and defaults to [" + value + "]")
        .orElse("is not set");
  }
}
