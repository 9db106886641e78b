package org.outboxconnect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.cause;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequiredToolTest {

  @TempDir Path folder;

  @Test
  void should_run_the_test_when_the_tool_is_there() {
    run(NeedsAShell.class, "true").testEvents().assertStatistics(stats -> stats.succeeded(1));
  }

  @Test
  void should_skip_the_test_and_note_it_when_the_tool_is_missing() throws Exception {
    EngineExecutionResults results = run(NeedsMuchInOneMethod.class, "false");

    results
        .testEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                test("needs_much"),
                skippedWithReason(
                    "[no-such-tool] is not on the PATH. [Hint: install it; with CI=true this is a"
                        + " failure]")));
    results.testEvents().assertStatistics(stats -> stats.skipped(1).succeeded(1));
    assertThat(folder.resolve("skipped-tests.tsv"))
        .content()
        .endsWith("\tno-such-tool\tNeedsMuchInOneMethod.needs_much\n");
  }

  @Test
  void should_skip_the_whole_class_when_the_class_requires_a_missing_tool() {
    EngineExecutionResults results = run(NeedsMuch.class, "false");

    results.containerEvents().assertStatistics(stats -> stats.skipped(1));
    results.testEvents().assertStatistics(stats -> stats.started(0));
    assertThat(folder.resolve("skipped-tests.tsv")).content().endsWith("\tNeedsMuch\n");
  }

  @Test
  void should_fail_and_name_the_tool_when_it_is_missing_in_ci() {
    run(NeedsMuch.class, "true")
        .containerEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                container(),
                finishedWithFailure(
                    cause(
                        instanceOf(MissingToolException.class),
                        message(text -> text.contains("[no-such-tool] is not on the PATH"))))));
    assertThat(folder.resolve("skipped-tests.tsv")).doesNotExist();
  }

  private EngineExecutionResults run(Class<?> fixture, String ci) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(fixture))
        .configurationParameter(RequiredToolCondition.CI_PARAMETER, ci)
        .configurationParameter(SkippedTests.FOLDER_PARAMETER, folder.toString())
        .execute();
  }

  // Fixtures: nested static classes are not picked up by Surefire.

  @RequiredTool("sh")
  static class NeedsAShell {
    @Test
    void passes() {}
  }

  @RequiredTool({"sh", "no-such-tool"})
  static class NeedsMuch {
    @Test
    void never_runs() {
      throw new AssertionError("must not run");
    }
  }

  static class NeedsMuchInOneMethod {
    @Test
    @RequiredTool("no-such-tool")
    void needs_much() {
      throw new AssertionError("must not run");
    }

    @Test
    void passes() {}
  }
}
