package org.outboxconnect.smt.internal.header;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;

/**
 * Which headers go out, and the only place where the keys for it are declared.
 *
 * @param included outgoing names of members that are wanted; empty means all
 * @param excluded outgoing names of members that are not, whatever {@code included} says
 * @param createdAt whether the header createdAt is written
 */
public record HeaderSelection(Set<String> included, Set<String> excluded, boolean createdAt) {

  static final String INCLUDE_CONFIG = "headers.include";
  private static final String INCLUDE_DOC =
      "Members of the headers column that become record headers; empty means all. Other members"
          + " are dropped.";

  static final String EXCLUDE_CONFIG = "headers.exclude";
  private static final String EXCLUDE_DOC =
      "Members of the headers column that are dropped, also when headers.include names them. A"
          + " member with a reserved name, which otherwise fails the task, can be dropped here."
          + " Without traceparent there is no tracestate either.";

  static final String CREATED_AT_CONFIG = "created.at.header";
  private static final String CREATED_AT_DOC =
      "Whether to write the header createdAt: the column created_at in UTC, for example"
          + " 2026-11-30T09:15:00.123456Z. The publication must hold the column then; decoding it"
          + " costs the relay about a fifth of its throughput.";

  private static final String GROUP = "Headers";

  /** Copies the sets. */
  public HeaderSelection {
    included = Set.copyOf(included);
    excluded = Set.copyOf(excluded);
  }

  /** Adds the keys to the settings of a plugin. */
  public static ConfigDef addTo(ConfigDef settings) {
    return settings
        .define(
            INCLUDE_CONFIG,
            ConfigDef.Type.LIST,
            List.of(),
            HeaderNameList.NOT_RESERVED,
            Importance.MEDIUM,
            INCLUDE_DOC,
            GROUP,
            1,
            ConfigDef.Width.LONG,
            "Headers to include")
        .define(
            EXCLUDE_CONFIG,
            ConfigDef.Type.LIST,
            List.of(),
            HeaderNameList.ANY,
            Importance.MEDIUM,
            EXCLUDE_DOC,
            GROUP,
            2,
            ConfigDef.Width.LONG,
            "Headers to exclude")
        .define(
            CREATED_AT_CONFIG,
            ConfigDef.Type.BOOLEAN,
            false,
            // The type has checked the value; this gives validation and documentation its text.
            LambdaValidator.with((key, value) -> {}, () -> "true, false"),
            Importance.LOW,
            CREATED_AT_DOC,
            GROUP,
            3,
            ConfigDef.Width.SHORT,
            "Write createdAt");
  }

  /** What the plugin's settings say. */
  public static HeaderSelection of(AbstractConfig settings) {
    return new HeaderSelection(
        outgoingNames(settings.getList(INCLUDE_CONFIG)),
        outgoingNames(settings.getList(EXCLUDE_CONFIG)),
        settings.getBoolean(CREATED_AT_CONFIG));
  }

  private static Set<String> outgoingNames(List<String> members) {
    return members.stream().map(HeaderNames::outgoing).collect(Collectors.toUnmodifiableSet());
  }

  /** Whether a member of the headers column is wanted; the name is the one it goes out under. */
  boolean wants(String outgoing) {
    return !excluded.contains(outgoing) && (included.isEmpty() || included.contains(outgoing));
  }
}
