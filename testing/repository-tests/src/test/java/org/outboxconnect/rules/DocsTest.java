package org.outboxconnect.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the documents to the repository. The commands are not run here (the demo command is, by
 * {@code .ci/run}): these tests see to it that every script, module, profile, test and file that a
 * command names exists.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DocsTest {

  private static final Pattern RATIONALE = Pattern.compile("rationale\\.md#([\\w-]+)");

  static Stream<Path> documents() {
    return Repository.files("md").stream()
        .filter(file -> !file.toString().contains("/src/")); // content of the archives, filtered
  }

  @ParameterizedTest
  @MethodSource("documents")
  void should_name_only_what_exists_when_it_shows_a_command(Path document) {
    assertThat(Docs.commands(Repository.read(document)))
        .allSatisfy(command -> assertThat(Docs.missing(command, Repository.ROOT)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void should_lead_somewhere_when_it_links(Path document) {
    assertThat(Docs.brokenLinks(document)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "CONTRIBUTING.md"})
  void should_show_commands(String document) {
    assertThat(Docs.commands(Repository.read(Repository.ROOT.resolve(document)))).isNotEmpty();
  }

  @Test
  void should_compile_when_the_readme_shows_java() {
    List<String> compiled =
        Repository.testSources().stream()
            .filter(source -> source.className().equals("ReadmeSnippets"))
            .flatMap(source -> source.text().lines())
            .map(String::strip)
            .toList();

    assertThat(Docs.javaLines(Repository.read(Repository.ROOT.resolve("README.md"))))
        .isNotEmpty()
        .isSubsetOf(compiled);
  }

  @ParameterizedTest
  @ValueSource(strings = {"debezium.version", "kafka.floor.version", "pgjdbc.version"})
  void should_support_what_the_build_uses(String property) {
    String version = Repository.property(property);

    assertThat(Repository.read(Repository.ROOT.resolve("README.md"))).contains(version);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void should_speak_of_this_version(Path document) {
    assertThat(
            Pattern.compile("\\d+\\.\\d+\\.\\d+-SNAPSHOT")
                .matcher(Repository.read(document))
                .results())
        .allSatisfy(
            found -> assertThat(found.group()).isEqualTo(System.getProperty("outbox.version")));
  }

  @Test
  void should_answer_every_question_that_the_code_refers_to() {
    String rationale = Repository.read(Repository.ROOT.resolve("docs/rationale.md"));

    assertThat(
            Repository.files("java", "sql", "xml", "properties", "sh").stream()
                .flatMap(source -> RATIONALE.matcher(Repository.read(source)).results())
                .map(match -> match.group(1)))
        .isNotEmpty()
        .isSubsetOf(Docs.anchors(rationale));
  }

  @ParameterizedTest
  @CsvSource({
    "./none.sh, program ./none.sh",
    "frobnicate now, program frobnicate",
    "mvn verify -pl nowhere, module nowhere",
    "mvn verify -Pnone, profile none",
    "mvn verify -Dit.test=GhostIT, test GhostIT",
    "psql -f testing/none.sql, file testing/none.sql"
  })
  void should_fire_when_a_command_names_what_is_not_there(String command, String found) {
    assertThat(Docs.missing(command, Repository.ROOT)).containsExactly(found);
  }

  @Test
  void should_pass_when_all_that_a_command_names_is_there() {
    assertThat(
            Docs.missing(
                "mvn verify -Pci -pl testing/repository-tests -am -Dtest=DocsTest",
                Repository.ROOT))
        .isEmpty();
  }

  @Test
  void should_read_blocks_comments_and_joined_lines() {
    String markdown =
        "```bash\n# a comment\nmvn verify \\\n  -Pci   # why\n```\n```\noutput\n```\n```bash\n./x\n```\n";

    assertThat(Docs.commands(markdown)).isEqualTo(List.of("mvn verify    -Pci", "./x"));
  }
}
