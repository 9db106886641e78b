package org.outboxconnect.stack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RuntimeJvmTest {

  private final String realRoot = System.getProperty("outbox.root");

  @TempDir Path root;

  private Path module;
  private WorkFolder folder;

  @BeforeEach
  void prepare() throws Exception {
    System.setProperty("outbox.root", root.toString());
    module = root.resolve("testing/embedded-stack/runtimes/connect-4.4");
    Files.createDirectories(module.resolve("target"));
    Files.createFile(module.resolve("pom.xml"));
    folder = WorkFolder.create();
  }

  @AfterEach
  void restore() {
    System.setProperty("outbox.root", realRoot);
    folder.close();
  }

  @Test
  void should_run_the_class_path_of_the_module_on_this_java() throws Exception {
    Path jar = Files.createFile(root.resolve("a.jar"));
    Path other = Files.createFile(root.resolve("b.jar"));
    String classPath = jar + File.pathSeparator + other;
    Files.writeString(module.resolve("target/classpath"), classPath + "\n");

    List<String> command =
        RuntimeJvm.command("connect-4.4", "a.Main", folder).heapMegabytes(64).arguments("x", "y");

    assertThat(command).first().asString().startsWith(System.getProperty("java.home"));
    assertThat(command).contains("-Xmx64m", "-XX:TieredStopAtLevel=1");
    assertThat(command).endsWith("-cp", classPath, "a.Main", "x", "y");
    assertThat(RuntimeJvm.command("connect-4.4", "a.Main", folder).fullSpeed(true).arguments())
        .doesNotContain("-XX:TieredStopAtLevel=1");
    assertThat(folder.path().resolve("log4j2.properties"))
        .content()
        .contains("rootLogger.level = info");
  }

  @Test
  void should_say_how_to_build_it_when_the_class_path_file_is_missing() {
    assertThatThrownBy(() -> RuntimeJvm.command("connect-4.4", "a.Main", folder))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll(
            "Cannot run [connect-4.4]",
            "classpath] is missing",
            "[Hint: build it with mvn process-resources -pl testing/embedded-stack -am]");
  }

  @Test
  void should_name_the_jar_when_the_class_path_is_out_of_date() throws Exception {
    Files.writeString(module.resolve("target/classpath"), "/nowhere/gone.jar");

    assertThatThrownBy(() -> RuntimeJvm.command("connect-4.4", "a.Main", folder))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("jar [/nowhere/gone.jar] is missing or not readable", "[Hint:");
  }

  @Test
  void should_name_the_runtimes_that_exist_when_there_is_no_such_one() {
    assertThatThrownBy(() -> RuntimeJvm.command("connect-3.9", "a.Main", folder))
        .isInstanceOf(StackException.class)
        .hasMessage(
            "There is no runtime [connect-3.9]. [Hint: those that exist are [connect-4.4]]");
  }
}
