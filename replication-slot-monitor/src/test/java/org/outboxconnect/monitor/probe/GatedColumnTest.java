package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GatedColumnTest {

  private static final GatedColumn COLUMN =
      GatedColumn.of("x", "bool", Map.of(140000, "a.old", 170000, "a.new"));

  @ParameterizedTest
  @CsvSource({
    "139999, NULL::bool AS x",
    "140000, a.old AS x",
    "169999, a.old AS x",
    "170000, a.new AS x",
    "200001, a.new AS x"
  })
  @Case("147")
  void should_take_the_newest_known_definition_that_the_server_has(int version, String sql) {
    assertThat(COLUMN.on(version)).isEqualTo(sql);
  }

  @Test
  @Case("147")
  void should_not_trust_the_conflict_column_of_16_which_is_set_by_any_invalidation() {
    assertThat(SlotsProbe.query(160014)).contains("NULL::bool AS conflicting");
    assertThat(SlotsProbe.query(170010)).contains("sl.conflicting AS conflicting");
  }
}
