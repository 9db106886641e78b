package org.outboxconnect.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares {@code testing/cases.txt} with the {@code @Case} annotations on the tests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CasesTest {

  private static final int OPEN_CASES = 84;

  private static final Pattern ANNOTATION = Pattern.compile("@Case\\(([^)]*)\\)");
  private static final Pattern NUMBER = Pattern.compile("\"(P?\\d+)\"");
  private static final Pattern LINE =
      Pattern.compile("(?<number>P?\\d+)\\s+(?<module>\\S+)\\s+(?<status>test|later|no: \\S.*)");

  /** One line of the list: {@code 151 connect-plugin test}. */
  record Entry(String number, String module, String status) {

    static Entry parse(String line) {
      var matcher = LINE.matcher(line.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "Cannot read line [%s] of testing/cases.txt: expected number, module and test | later |"
                    .formatted(line)
                + " no: reason");
      }
      return new Entry(matcher.group("number"), matcher.group("module"), matcher.group("status"));
    }
  }

  @Test
  void should_list_every_case_once() {
    assertThat(entries()).extracting(Entry::number).doesNotHaveDuplicates().hasSize(OPEN_CASES);
  }

  @Test
  void should_name_a_folder_of_the_repository_when_it_names_a_module() {
    assertThat(entries())
        .filteredOn(entry -> !entry.status().equals("later")) // its module may come later, too
        .allSatisfy(entry -> assertThat(Repository.ROOT.resolve(entry.module())).isDirectory());
  }

  @Test
  void should_mark_exactly_the_cases_that_a_test_covers() {
    Set<String> marked =
        entries().stream()
            .filter(entry -> entry.status().equals("test"))
            .map(Entry::number)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(annotated(Repository.testSources()))
        .as("cases with @Case on a test, against those marked 'test' in testing/cases.txt")
        .isEqualTo(marked);
  }

  @Test
  void should_find_one_and_many_numbers_when_an_annotation_spans_lines() {
    SourceFile source =
        new SourceFile("X.java", "@Case(\"151\") @Case({\n \"P9\",\n \"17\"}) String s = \"99\";");

    assertThat(annotated(List.of(source))).containsExactlyInAnyOrder("151", "P9", "17");
  }

  @ParameterizedTest
  @ValueSource(strings = {"151 connect-plugin", "151 connect-plugin no:", "x client later"})
  void should_refuse_a_line_when_it_has_another_form(String line) {
    assertThatThrownBy(() -> Entry.parse(line)).hasMessageContainingAll(line, "expected number");
  }

  private static Set<String> annotated(List<SourceFile> sources) {
    return sources.stream()
        .filter(source -> !source.className().equals(CasesTest.class.getSimpleName()))
        .flatMap(source -> ANNOTATION.matcher(source.text()).results())
        .flatMap(annotation -> NUMBER.matcher(annotation.group(1)).results())
        .map(number -> number.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Entry> entries() {
    try (Stream<String> lines = Files.lines(Repository.ROOT.resolve("testing/cases.txt"))) {
      return lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Entry::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
