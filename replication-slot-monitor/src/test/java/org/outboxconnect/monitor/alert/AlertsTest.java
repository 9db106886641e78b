package org.outboxconnect.monitor.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.alert.Polls.slot;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.config.WebhookConfig;
import org.outboxconnect.monitor.config.WebhookConfig.Format;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AlertsTest {

  private static final Duration GENEROUS = Duration.ofSeconds(30);
  private static final Backoff SHORT = new Backoff(Duration.ofMillis(20), Duration.ofMillis(100));

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Polls polls = new Polls("main", 1);
  private final Captured log = new Captured();
  private Receiver receiver;
  private Receiver other;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
    other = new Receiver();
    Logger.getLogger(Webhook.class.getName()).addHandler(log);
  }

  @AfterEach
  void stop() {
    Logger.getLogger(Webhook.class.getName()).removeHandler(log);
    receiver.close();
    other.close();
  }

  @Test
  void should_post_in_each_format_and_resolve() {
    try (Alerts alerts =
        alerts(webhook("a", receiver, Format.JSON), webhook("b", other, Format.SLACK))) {
      alerts.accept(lost());
      receiver.await(1);
      other.await(1);
      for (int poll = 0; poll < 3; poll++) {
        alerts.accept(healthy());
      }
      receiver.await(2);
      other.await(2);

      assertThat(receiver.bodies().get(0)).contains("\"status\":\"firing\"");
      assertThat(receiver.bodies().get(1)).contains("\"status\":\"resolved\"");
      assertThat(other.bodies().get(1)).startsWith("{\"text\":\"[RESOLVED]");
      awaitMetric("outbox_alert_deliveries_total{webhook=\"a\"} 2.0");
    }
  }

  @Test
  void should_tell_that_a_server_is_unreachable_and_that_it_is_back() {
    try (Alerts alerts = alerts(webhook("a", receiver, Format.JSON))) {
      for (int poll = 0; poll < 3; poll++) {
        alerts.accept(polls.fail().status());
      }
      receiver.await(1);
      for (int poll = 0; poll < 3; poll++) {
        alerts.accept(healthy());
      }
      receiver.await(2);

      assertThat(receiver.bodies())
          .allSatisfy(body -> assertThat(body).contains("\"alert\":\"server_unreachable\""))
          .last()
          .satisfies(body -> assertThat(body).contains("\"status\":\"resolved\""));
    }
  }

  @Test
  void should_go_on_when_a_body_cannot_be_written() {
    AtomicInteger failures = new AtomicInteger();
    InstantSource brokenOnce =
        () -> {
          boolean delivers = Thread.currentThread().getName().startsWith("alerts-");
          if (delivers && failures.getAndIncrement() == 0) {
            throw new IllegalStateException("planted");
          }
          return Instant.EPOCH;
        };
    try (Alerts alerts =
        new Alerts(List.of(webhook("a", receiver, Format.JSON)), brokenOnce, SHORT)) {
      alerts.accept(lost());
      receiver.await(1);
      assertThat(failures).hasValueGreaterThan(1);
    }
  }

  @Test
  void should_try_again_until_it_is_accepted_and_never_log_the_address() {
    receiver.status = 503;
    try (Alerts alerts = alerts(webhook("chat", receiver, Format.JSON))) {
      alerts.accept(lost());
      receiver.await(3);
      receiver.status = 200;
      awaitMetric("outbox_alert_deliveries_total{webhook=\"chat\"} 1.0");

      assertThat(log.messages)
          .containsExactly(
              "Webhook [chat] fails (status 503); trying again",
              "Webhook [chat] accepts messages again");
      assertThat(receiver.bodies()).hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void should_give_up_a_message_that_is_refused_and_go_on_with_the_next() {
    receiver.status = 400;
    try (Alerts alerts = alerts(webhook("chat", receiver, Format.JSON))) {
      alerts.accept(lost());
      receiver.await(1);
      awaitMetric("outbox_alert_delivery_failures_total{webhook=\"chat\"} 1.0");
      receiver.status = 200;
      for (int poll = 0; poll < 3; poll++) {
        alerts.accept(healthy());
      }
      receiver.await(2);

      assertThat(receiver.bodies().get(1)).contains("\"status\":\"resolved\"");
    }
  }

  @Test
  void should_neither_wait_nor_hold_up_another_webhook_when_one_never_ends_its_answer() {
    receiver.hangs = true;
    try (Alerts alerts =
        alerts(webhook("hanging", receiver, Format.JSON), webhook("b", other, Format.JSON))) {
      alerts.accept(lost());
      receiver.await(1);
      long begin = System.nanoTime();
      for (int poll = 0; poll < 1_000; poll++) {
        alerts.accept(healthy());
        alerts.accept(lost());
      }

      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      other.await(1);
      assertThat(receiver.bodies()).hasSize(1);
    }
  }

  @Test
  void should_end_an_exchange_whose_answer_never_ends() throws Exception {
    receiver.hangs = true;

    assertThat(new Post(Duration.ofMillis(300)).send(receiver::address, () -> "{}"))
        .isEqualTo(new Post.Outcome(Post.Outcome.Kind.FAILED, "TimeoutException"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:1/" + Receiver.TOKEN, "no address: " + Receiver.TOKEN})
  void should_not_quote_the_address_when_it_leads_nowhere(String address) {
    try (Alerts alerts = alerts(webhook("chat", () -> URI.create(address), Format.JSON))) {
      alerts.accept(lost());
      Wait.require("a failure", GENEROUS, () -> !log.messages.isEmpty());

      assertThat(log.messages)
          .allSatisfy(line -> assertThat(line).contains("[chat]").doesNotContain(Receiver.TOKEN));
    }
  }

  @Test
  void should_ask_for_the_address_each_time_so_that_a_new_one_needs_no_restart() {
    AtomicReference<URI> address = new AtomicReference<>(URI.create("http://127.0.0.1:1/"));
    try (Alerts alerts = alerts(webhook("chat", address::get, Format.JSON))) {
      alerts.accept(lost());
      Wait.require("a failure", GENEROUS, () -> !log.messages.isEmpty());
      address.set(receiver.address());

      receiver.await(1);
    }
  }

  @Test
  void should_show_each_webhook_from_the_start() throws IOException {
    try (Alerts alerts = alerts(webhook("chat", receiver, Format.JSON))) {
      assertThat(metrics())
          .contains(
              "outbox_alert_deliveries_total{webhook=\"chat\"} 0.0",
              "outbox_alert_delivery_failures_total{webhook=\"chat\"} 0.0",
              "outbox_alerts_firing{webhook=\"chat\"} 0.0");
      alerts.accept(lost());
      assertThat(metrics()).contains("outbox_alerts_firing{webhook=\"chat\"} 1.0");
    }
  }

  @Test
  void should_end_its_threads_when_it_is_closed() {
    try (Alerts alerts = alerts(webhook("closing", receiver, Format.JSON))) {
      alerts.accept(lost());
      receiver.await(1);
      assertThat(threads("alerts-closing")).isEqualTo(1);
    }
    Wait.require("the end of the thread", GENEROUS, () -> threads("alerts-closing") == 0);
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }

  private MonitorStatus lost() {
    return polls.succeed(slot(Verdict.SLOT_LOST, Severity.CRITICAL)).status();
  }

  private MonitorStatus healthy() {
    return polls.succeed(slot(Verdict.HEALTHY, Severity.OK)).status();
  }

  private Alerts alerts(WebhookConfig... webhooks) {
    Alerts alerts = new Alerts(List.of(webhooks), InstantSource.system(), SHORT);
    alerts.registerIn(registry);
    return alerts;
  }

  private static WebhookConfig webhook(String name, Receiver receiver, Format format) {
    return webhook(name, receiver::address, format);
  }

  private static WebhookConfig webhook(String name, Supplier<URI> address, Format format) {
    return new WebhookConfig(name, address, format, Severity.WARNING, Duration.ofHours(4));
  }

  private void awaitMetric(String line) {
    Wait.require(line, GENEROUS, () -> metrics().contains(line));
  }

  private String metrics() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry.scrape());
    return text.toString(UTF_8);
  }

  /** What is logged, as it would be printed. */
  private static final class Captured extends Handler {

    final List<String> messages = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord record) {
      messages.add(MessageFormat.format(record.getMessage(), record.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
