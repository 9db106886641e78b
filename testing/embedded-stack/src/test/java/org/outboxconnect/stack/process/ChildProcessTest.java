package org.outboxconnect.stack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ChildProcessTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void should_log_output_errors_environment_and_directory() throws Exception {
    ChildProcess child = shell("echo out-$WHAT; echo err >&2; pwd", Map.of("WHAT", "env"));

    assertThat(child.awaitExit(LONG)).isTrue();
    assertThat(child.exitCode()).hasValue(0);
    assertThat(child.logTail(10).lines())
        .containsExactly("out-env", "err", folder.toRealPath().toString());
    assertThat(child.logTail(1)).isEqualTo(folder.toRealPath().toString());
  }

  @Test
  void should_leave_no_descendant_when_killed() {
    ChildProcess child = shell("sleep 600 & echo $!; trap '' TERM; wait; sleep 600", Map.of());
    assertThat(Wait.until(LONG, () -> !child.logTail(1).isBlank())).isTrue();
    long grandchild = Long.parseLong(child.logTail(1));
    ProcessHandle orphan = ProcessHandle.of(grandchild).orElseThrow();

    child.kill();

    assertThat(child.isAlive()).isFalse();
    assertThat(child.exitCode()).hasValue(128 + 9);
    assertThat(orphan).matches(ChildProcess::hasEnded);
  }

  @Test
  void should_say_that_it_ended_by_itself_when_it_obeys_the_stop_signal() {
    ChildProcess child = shell("exec sleep 600", Map.of());

    assertThat(child.stop(LONG)).isTrue();
    assertThat(child.exitCode()).hasValue(128 + 15);
  }

  @Test
  void should_kill_when_the_stop_signal_is_ignored() {
    ChildProcess child = shell("trap '' TERM; echo ready; while :; do sleep 1; done", Map.of());
    assertThat(Wait.until(LONG, () -> child.logTail(1).equals("ready"))).isTrue();

    assertThat(child.stop(Duration.ofMillis(200))).isFalse();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void should_end_children_and_folder_when_the_jvm_gets_sigterm() {
    StackOwner owner = startOwner();

    assertThat(owner.jvm().stop(LONG)).isTrue();

    assertThat(hasEnded(owner.child())).isTrue();
    assertThat(owner.folder()).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere nothing outlives only an orderly end
  void should_end_children_when_the_jvm_gets_sigkill() throws Exception {
    StackOwner owner = startOwner();

    Process killed = new ProcessBuilder("kill", "-9", "" + owner.jvm().pid()).start();
    assertThat(killed.waitFor()).isZero();

    assertThat(Wait.until(LONG, () -> hasEnded(owner.child()))).isTrue();
    owner.jvm().kill();
    Files.delete(owner.folder().resolve("logs").resolve("sleeper.log"));
    Files.delete(owner.folder().resolve("logs"));
    Files.delete(owner.folder());
  }

  private static boolean hasEnded(long pid) {
    return ProcessHandle.of(pid).map(ChildProcess::hasEnded).orElse(true);
  }

  private ChildProcess shell(String script, Map<String, String> environment) {
    return ChildProcess.start(
        "shell", List.of("sh", "-c", script), environment, folder, folder.resolve("shell.log"));
  }

  private StackOwner startOwner() {
    List<String> command =
        JavaCommand.of(System.getProperty("java.class.path"), SleeperMain.class.getName())
            .arguments();
    ChildProcess jvm =
        ChildProcess.start("owner", command, Map.of(), folder, folder.resolve("owner.log"));
    assertThat(Wait.until(LONG, () -> jvm.logTail(1).startsWith("started "))).isTrue();
    String[] words = jvm.logTail(1).split(" ", 3);
    return new StackOwner(jvm, Long.parseLong(words[1]), Path.of(words[2]));
  }

  private record StackOwner(ChildProcess jvm, long child, Path folder) {}
}
