package org.outboxconnect.smt;

import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/**
 * The Markdown page of one plugin, made from what the plugin says of itself.
 *
 * @param plugin plugin class
 * @param kind what it is to Connect
 * @param overview Markdown text on what it does
 * @param settings its keys
 */
record ReferencePage(Class<?> plugin, String kind, String overview, ConfigDef settings) {

  private static final String PAGE =
      """
      # %s

      <!-- Generated from the code by ReferencePagesTest: change it there. -->

      %s, class `%s`.

      %s
      ## Settings

      %s""";

  static List<ReferencePage> all() {
    return List.of(
        new ReferencePage(
            OutboxGuard.class,
            "Transformation",
            OutboxGuard.OVERVIEW_DOC,
            new OutboxGuard<>().config()),
        new ReferencePage(
            OutboxHeaders.class,
            "Transformation",
            OutboxHeaders.OVERVIEW_DOC,
            new OutboxHeaders<>().config()),
        new ReferencePage(
            OutboxMessage.class,
            "Transformation",
            OutboxMessage.OVERVIEW_DOC,
            new OutboxMessage<>().config()),
        new ReferencePage(
            IsOutboxInsert.class,
            "Predicate",
            IsOutboxInsert.OVERVIEW_DOC,
            new IsOutboxInsert<>().config()));
  }

  String fileName() {
    return plugin.getSimpleName() + ".md";
  }

  String markdown() {
    return PAGE.formatted(plugin.getSimpleName(), kind, plugin.getName(), overview, settingsText());
  }

  private String settingsText() {
    if (settings.configKeys().isEmpty()) {
      return "None. An unknown key fails the task at its start.\n";
    }
    StringBuilder text =
        new StringBuilder(
            "An unknown key fails the task at its start, with the nearest known one.\n");
    settings.groups().forEach(group -> inGroup(group).forEach(key -> text.append(section(key))));
    return text.toString();
  }

  private List<ConfigKey> inGroup(String group) {
    return settings.configKeys().values().stream()
        .filter(key -> group.equals(key.group))
        .sorted((a, b) -> Integer.compare(a.orderInGroup, b.orderInGroup))
        .toList();
  }

  private static String section(ConfigKey key) {
    return """

        ### `%s`

        %s

        - Name shown: %s
        - Group: %s
        - Type: %s
        - Default: %s
        - Valid values: %s
        - Importance: %s
        """
        .formatted(
            key.name,
            key.documentation,
            key.displayName,
            key.group,
            lowerCase(key.type),
            defaultText(key.defaultValue),
            key.validator,
            lowerCase(key.importance));
  }

  private static String defaultText(Object value) {
    return value instanceof List<?> list && list.isEmpty() ? "empty" : "`" + value + "`";
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return fileName();
  }
}
