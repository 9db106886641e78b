package org.outboxconnect.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of the other tests notices what OpenMetrics forbids. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenMetricsTextTest {

  @Test
  void should_read_what_is_right() {
    assertThat(
            OpenMetricsText.parse(
                """
                # TYPE lag_seconds gauge
                # UNIT lag_seconds seconds
                # HELP lag_seconds Lag
                lag_seconds{slot="a \\"b\\" \\\\"} 1.5E9
                lag_seconds{slot="c"} +Inf
                # TYPE polls counter
                # HELP polls Polls
                polls_total 3.0
                # EOF
                """))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# TYPE a gauge\n# HELP a A\na 1\n",
        "# TYPE a counter\n# HELP a A\na 1\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\na_total 1\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\n# UNIT a bytes\na 1\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\na 1\na 2\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\na NaN\n# EOF\n",
        "# TYPE a gauge\na 1\n# EOF\n",
        "# HELP a A\na 1\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\na{b=\"\"\"} 1\n# EOF\n",
        "# TYPE a stateset\n# HELP a A\na{b=\"x\"} 1\n# EOF\n",
        "# TYPE a stateset\n# HELP a A\na{a=\"x\"} 2\n# EOF\n",
        "# TYPE a gauge\n# HELP a A\na 1\n# TYPE b gauge\n# HELP b B\nb 1\n# TYPE a gauge\n# EOF\n"
      })
  void should_fail_when_something_is_wrong(String text) {
    assertThatThrownBy(() -> OpenMetricsText.parse(text)).isInstanceOf(AssertionError.class);
  }
}
