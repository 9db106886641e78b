package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/** Compares the committed page of cases with what tests stage, or writes it when asked to. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CataloguePageTest {

  private static final int FEWEST = 25;
  private static final Path PAGE =
      Path.of(System.getProperty("outbox.root", ".."))
          .resolve("docs/reference/replication-slot-monitor-cases.md");
  private static final String COMMAND =
      "mvn test -pl replication-slot-monitor -am -Dtest=CataloguePageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  private static final List<Class<?>> STAGES =
      List.of(
          CatalogueNobodyIT.class,
          CatalogueConfirmationIT.class,
          CatalogueTransactionsIT.class,
          CatalogueSlotsIT.class,
          CataloguePublicationIT.class,
          CatalogueNewServersIT.class,
          CatalogueOthersIT.class,
          CatalogueFailoverIT.class,
          CatalogueFailoverSlotsIT.class,
          CataloguePaceIT.class,
          CatalogueCheckpointIT.class);

  private static final List<Catalogue> STAGED =
      STAGES.stream()
          .flatMap(stage -> Arrays.stream(stage.getDeclaredMethods()))
          .sorted(Comparator.comparing(Method::getName))
          .map(method -> method.getAnnotation(Catalogue.class))
          .filter(told -> told != null)
          .toList();

  private static final String INTRODUCTION =
      """
      # What the replication slot monitor says when, case by case

      <!-- Generated from the tests by CataloguePageTest: change it there. -->

      The known ways in which replication slots fail. Each case is staged on real servers, with a poll every 15 seconds of
      a clock that nobody waits for; what Kafka Connect says is made up. A test sees to it that the verdict isn't said
      before the fault has lasted as long as its rule asks, and that it is said two polls later at the latest. Poll 1 is
      the first after the fault. Thresholds are the defaults unless the row says that one is scaled.

      | case | what goes wrong | how it is staged | on PostgreSQL | verdict | likely cause says | has to last | said at poll |
      |---|---|---|---|---|---|---|---|
      """;

  private static final String BESIDE =
      """

      ## Beside the catalogue

      What else can be said, staged in the same way.

      | how it is staged | on PostgreSQL | verdict | likely cause says | has to last | said at poll |
      |---|---|---|---|---|---|
      """;

  @Test
  void should_equal_the_committed_page() throws IOException {
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(PAGE, markdown());
    }
    assertThat(PAGE).as("write it again with: %s", COMMAND).content().isEqualTo(markdown());
  }

  @Test
  void should_stage_each_case_or_say_why_not() {
    Set<Integer> staged = stagedCases();
    assertThat(staged).hasSizeGreaterThanOrEqualTo(FEWEST);
    assertThat(staged).doesNotContainAnyElementsOf(CatalogueOfCases.NOT_STAGED.keySet());
    assertThat(Stream.concat(staged.stream(), CatalogueOfCases.NOT_STAGED.keySet().stream()))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, CatalogueOfCases.CASES.size()).boxed().toList());
    assertThat(CatalogueOfCases.CASES).hasSize(41);
  }

  private static Set<Integer> stagedCases() {
    return STAGED.stream()
        .flatMapToInt(told -> Arrays.stream(told.cases()))
        .boxed()
        .collect(Collectors.toSet());
  }

  @Test
  void should_stage_every_verdict_that_calls_somebody() {
    Set<Verdict> said =
        STAGED.stream()
            .map(Catalogue::verdict)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Verdict.class)));
    assertThat(EnumSet.complementOf(EnumSet.copyOf(said))).containsExactly(Verdict.IDLE);
  }

  private static String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    IntStream.rangeClosed(1, CatalogueOfCases.CASES.size())
        .forEach(number -> rows(number).forEach(page::append));
    page.append(BESIDE);
    STAGED.stream()
        .filter(told -> told.cases().length == 0)
        .forEach(told -> page.append("| %s\n".formatted(cells(told))));
    return page.toString();
  }

  private static Stream<String> rows(int number) {
    String title = CatalogueOfCases.CASES.get(number - 1);
    String reason = CatalogueOfCases.NOT_STAGED.get(number);
    if (reason != null) {
      return Stream.of(
          "| %d | %s | not staged, %s | – | – | – | – | – |\n".formatted(number, title, reason));
    }
    return STAGED.stream()
        .filter(told -> IntStream.of(told.cases()).anyMatch(each -> each == number))
        .map(told -> "| %d | %s | %s\n".formatted(number, title, cells(told)));
  }

  private static String cells(Catalogue told) {
    return told.severity() == Severity.OK && told.cause().isEmpty()
        ? "%s | %s | none: it isn't listed | – | – | – |".formatted(told.how(), told.on())
        : "%s | %s | `%s`, %s | %s | %s | %d |"
            .formatted(
                told.how(),
                told.on(),
                told.verdict().label(),
                told.severity().name().toLowerCase(Locale.ROOT),
                "“%s”".formatted(told.cause()),
                time(Duration.parse(told.held())),
                1 + Duration.parse(told.held()).dividedBy(Scene.STEP));
  }

  private static String time(Duration held) {
    return held.isZero() ? "no time" : "%d min".formatted(held.toMinutes());
  }
}
