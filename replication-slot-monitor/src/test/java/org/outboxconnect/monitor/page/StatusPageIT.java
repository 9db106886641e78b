package org.outboxconnect.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.status.ServerBuilder.NOW;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;

import com.microsoft.playwright.options.ColorScheme;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.http.MonitorServer;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.testing.RequiredTool;

/** The status page in a real browser that runs no script; pictures lie in target/screenshots. */
@Tag("ci")
@RequiredTool("chromium")
@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusPageIT {

  private static final int DESKTOP = 1280;
  private static final int PHONE = 360;

  /** WCAG 2.2, level AA: text, and what is drawn. */
  private static final double TEXT_CONTRAST = 4.5;

  private static final double GRAPHICS_CONTRAST = 3;

  private static Chromium chromium;

  private MonitorStatus status = Statuses.eventful();
  private final MonitorServer server =
      MonitorServer.start(
          new MonitorConfig.Listen("127.0.0.1", 0),
          () -> status,
          () -> true,
          new PrometheusRegistry(),
          () -> NOW);

  /** What can be shown. */
  enum Scene {
    EVENTFUL,
    CALM,
    HOSTILE,
    STARTING,
    DOWN,
    EMPTY;

    MonitorStatus status() {
      return switch (this) {
        case EVENTFUL -> Statuses.eventful();
        case CALM -> Statuses.calm();
        case HOSTILE -> Statuses.hostile();
        case STARTING ->
            Statuses.of(aServer("orders-db").neverSeen(), aServer("billing-db").neverSeen());
        case DOWN ->
            Statuses.of(aServer("orders-db").neverSeen().failing("08001: connection refused"));
        case EMPTY -> Statuses.of(aServer("orders-db"));
      };
    }
  }

  /** How it is looked at. */
  record View(Scene scene, ColorScheme scheme, int width) {

    @Override
    public String toString() {
      return Stream.of(scene.name(), scheme.name(), width == PHONE ? "phone" : "desktop")
          .map(String::toLowerCase)
          .collect(Collectors.joining("-"));
    }
  }

  static Stream<View> views() {
    return Stream.of(Scene.values())
        .flatMap(
            scene ->
                Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                    .flatMap(
                        scheme ->
                            Stream.of(DESKTOP, PHONE)
                                .map(width -> new View(scene, scheme, width))));
  }

  @BeforeAll
  static void launch() {
    chromium = new Chromium();
  }

  @AfterAll
  static void quit() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @MethodSource("views")
  void should_be_readable(View view) {
    status = view.scene().status();
    try (Tab tab = chromium.open(server.port(), view.scheme(), view.width())) {
      tab.picture(view.toString());

      assertThat(tab.complaints()).as("complaints of the browser").isEmpty();
      assertThat(tab.number("document.documentElement.scrollWidth"))
          .as("width without scrolling")
          .isLessThanOrEqualTo(view.width());
      assertThat(tab.contrasts(".spark-line, .spark-forecast, .spark-now, .icon", "stroke"))
          .allSatisfy(
              (what, contrast) -> assertThat(contrast).isGreaterThanOrEqualTo(GRAPHICS_CONTRAST));
      assertThat(tab.contrasts(Tab.TEXTS, "color"))
          .isNotEmpty()
          .allSatisfy(
              (what, contrast) -> assertThat(contrast).isGreaterThanOrEqualTo(TEXT_CONTRAST));
    }
  }

  @Test
  void should_notice_a_contrast_that_is_too_low() {
    try (Tab tab = chromium.open(server.port(), ColorScheme.LIGHT, DESKTOP)) {
      tab.evaluate("document.querySelector('h1').setAttribute('class', 'faint')");
      tab.evaluate(
          "{const sheet = new CSSStyleSheet(); sheet.replaceSync('.faint { color: #bbb }');"
              + " document.adoptedStyleSheets = [sheet]}");

      assertThat(tab.contrasts("h1", "color").values())
          .singleElement()
          .satisfies(contrast -> assertThat(contrast).isLessThan(TEXT_CONTRAST));
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_be_sound(Scene scene) {
    status = scene.status();
    try (Tab tab = chromium.open(server.port(), ColorScheme.LIGHT, DESKTOP)) {
      assertThat(tab.number("document.scripts.length")).isZero();
      assertThat(
              tab.number(
                  "[...document.querySelectorAll('*')].filter(e =>"
                      + " [...e.attributes].some(a => a.name.startsWith('on') || a.name == 'style')).length"))
          .isZero();
      assertThat(tab.texts("[...document.querySelectorAll('[id]')].map(e => e.id)"))
          .doesNotHaveDuplicates();
      assertThat(tab.texts("[document.documentElement.lang]")).containsExactly("en");
      assertThat(tab.number("document.querySelectorAll('h1').length")).isEqualTo(1);
      assertThat(tab.texts("[...document.querySelectorAll('h1, h2, h3, h4')].map(e => e.tagName)"))
          .satisfies(StatusPageIT::skipNoLevel);
    }
  }

  private static void skipNoLevel(List<? extends String> headings) {
    int above = 0;
    for (String heading : headings) {
      int level = heading.charAt(1) - '0';
      assertThat(level).as("level after h%d", above).isLessThanOrEqualTo(above + 1);
      above = level;
    }
  }

  @Test
  void should_show_every_slot_and_tell_severities_in_words() {
    try (Tab tab = chromium.open(server.port(), ColorScheme.DARK, PHONE)) {
      assertThat(tab.texts(visible(".slot .name")))
          .containsExactlyInAnyOrderElementsOf(
              status.slots().stream().map(slot -> slot.assessment().slot()).toList());
      assertThat(tab.texts(visible(".slot .badge .word")))
          .contains("Critical", "Warning", "Info", "OK");
      assertThat(tab.number("document.querySelectorAll('.slot .spark[role=img]').length"))
          .isEqualTo(tab.number("document.querySelectorAll('.slot .spark > title').length"));
    }
  }

  private static String visible(String selector) {
    return "[...document.querySelectorAll('%s')].filter(e => e.checkVisibility() && e.offsetHeight > 0).map(e => e.textContent)"
        .formatted(selector);
  }

  @Test
  void should_let_no_script_run_even_if_there_were_one() {
    try (Tab tab = chromium.openWithScripts(server.port())) {
      tab.evaluate(
          "{const s = document.createElement('script'); s.textContent = 'window.broken = 1';"
              + " document.body.append(s)}");

      assertThat(tab.texts("[typeof window.broken]")).containsExactly("undefined");
      assertThat(tab.complaints())
          .anySatisfy(said -> assertThat(said).contains("Content Security Policy"));
    }
  }
}
