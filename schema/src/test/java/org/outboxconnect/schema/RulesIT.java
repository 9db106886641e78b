package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of the table that are regular expressions, against the same in plain words, on every
 * value that can be built of a few odd pieces.
 */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesIT {

  private static TestDatabase database;

  RulesIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutbox(major);
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_allow_topic_characters_and_nothing_else_when_any_text_is_given() throws SQLException {
    String texts =
        """
        WITH RECURSIVE characters (c) AS (
          SELECT unnest(ARRAY['.', '-', '_', 'a', 'Z', '9', ' ', '/', E'\\n', 'ä', E'\\\\', '$', '^', '[']))
        , texts (aggregate_type) AS (
          SELECT '' UNION ALL SELECT aggregate_type || c FROM texts, characters WHERE length(aggregate_type) < 4)
        """;
    String inWords =
        """
        aggregate_type NOT IN ('', '.', '..')
        AND translate(aggregate_type, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-', '') = ''
        """;

    compare("outbox_aggregate_type_topic_characters", texts, inWords, "aggregate_type");
  }

  @Test
  void should_reserve_the_names_that_the_relay_sets_when_any_headers_are_given()
      throws SQLException {
    String texts =
        """
        WITH names (name) AS (
          SELECT before || word || behind
          FROM unnest(ARRAY['', ' ', '_', '__', 'x', E'\\n', '"', 'id']) AS before,
               unnest(ARRAY['id', 'eventId', 'eventType', 'createdAt', '__debezium', '__connect', 'ID', 'eventid',
                            'traceparent', '__Connect', '']) AS word,
               unnest(ARRAY['', 'x', E'\\n', ' ', '.newkey', '$', '|', 'ä']) AS behind)
        , texts (headers) AS (
          SELECT unnest(ARRAY[
            jsonb_build_object(name, 1), jsonb_build_object('a', 'b', name, NULL, 'z', '{}'::jsonb),
            jsonb_build_object('a', name), jsonb_build_object('a', jsonb_build_object(name, 1)),
            jsonb_build_object(name, jsonb_build_array(name))])
          FROM names
          UNION ALL SELECT '{}')
        """;
    String inWords =
        """
        NOT EXISTS (
          SELECT FROM jsonb_object_keys(headers) AS key
          WHERE key IN ('id', 'eventId', 'eventType', 'createdAt')
             OR starts_with(key, '__debezium') OR starts_with(key, '__connect'))
        """;

    compare("outbox_headers_not_reserved", texts, inWords, "headers");
  }

  private static void compare(String constraint, String texts, String inWords, String column)
      throws SQLException {
    String rule =
        database
            .texts(
                "SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint"
                    + " WHERE conrelid = 'outbox'::regclass AND conname = '%s'"
                        .formatted(constraint))
            .get(0);

    assertThat(count(texts, rule)).as("some are allowed").isPositive();
    assertThat(count(texts, "NOT (" + rule + ")")).as("some are refused").isPositive();
    assertThat(differences(texts, rule, inWords, column)).isEmpty();
  }

  private static int count(String texts, String condition) throws SQLException {
    return Integer.parseInt(
        database.texts(texts + "SELECT count(*) FROM texts WHERE " + condition).get(0));
  }

  private static List<String> differences(String texts, String rule, String inWords, String column)
      throws SQLException {
    return database.texts(
        texts
            + "SELECT to_json(%s) FROM texts WHERE (%s) IS DISTINCT FROM (%s) LIMIT 10"
                .formatted(column, rule, inWords));
  }
}
