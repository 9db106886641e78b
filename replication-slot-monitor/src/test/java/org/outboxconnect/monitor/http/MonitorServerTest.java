package org.outboxconnect.monitor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.monitor.status.ServerBuilder.NOW;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;
import static org.outboxconnect.monitor.status.SlotBuilder.aSlot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.Statuses;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitorServerTest {

  private static final MonitorConfig.Listen ANY_PORT = new MonitorConfig.Listen("127.0.0.1", 0);

  private final HttpClient client = HttpClient.newHttpClient();
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private MonitorStatus status = Statuses.eventful();
  private boolean alive = true;
  private Instant now = NOW;
  private final MonitorServer server =
      MonitorServer.start(ANY_PORT, () -> status, () -> alive, registry, () -> now);

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/metrics, text/plain; version=0.0.4; charset=utf-8",
    "/api/v1/slots, application/json",
    "/health/live, text/plain; charset=utf-8"
  })
  void should_answer_get_and_head_alike(String path, String type) throws Exception {
    HttpResponse<String> got = send(request(path));
    HttpResponse<String> head =
        send(request(path).method("HEAD", HttpRequest.BodyPublishers.noBody()));

    assertThat(got.statusCode()).isEqualTo(200);
    assertThat(got.headers().firstValue("Content-Type")).contains(type);
    assertThat(got.body()).isNotBlank();
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Type")).contains(type);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void should_speak_openmetrics_when_the_client_accepts_it() throws Exception {
    HttpResponse<String> response =
        send(
            request("/metrics")
                .header(
                    "Accept", "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.2"));

    assertThat(response.headers().firstValue("Content-Type"))
        .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(response.body()).contains("outbox_monitor_up").endsWith("# EOF\n");
  }

  @Test
  void should_serve_what_others_have_registered_as_well() throws Exception {
    Counter.builder().name("outbox_alert_deliveries_total").register(registry).inc();

    assertThat(send(request("/metrics")).body()).contains("outbox_alert_deliveries_total 1.0");
  }

  @Test
  void should_pack_the_answer_when_the_client_accepts_it() throws Exception {
    HttpResponse<byte[]> packed =
        client.send(
            request("/metrics").header("Accept-Encoding", "gzip").build(),
            BodyHandlers.ofByteArray());

    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
        .asString()
        .contains("outbox_monitor_up");
  }

  @Test
  void should_serve_json_that_can_be_read() throws Exception {
    assertThat(new ObjectMapper().readTree(send(request("/api/v1/slots")).body()).at("/slots"))
        .hasSize(status.slots().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics/", "/api/v1/slots/outbox", "/favicon.ico", "/..%2f"})
  void should_find_nothing_when_the_path_is_another(String path) throws Exception {
    HttpResponse<String> response = send(request(path));

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).contains("[Hint: try /, /api/v1/slots,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"})
  void should_refuse_every_method_that_could_change_something(String method) throws Exception {
    HttpResponse<String> response =
        send(request("/api/v1/slots").method(method, HttpRequest.BodyPublishers.ofString("x")));

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
  }

  @Test
  void should_forbid_caches_scripts_and_frames() throws Exception {
    HttpResponse<String> response = send(request("/"));

    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "script-src");
  }

  @Test
  void should_be_alive_as_long_as_it_polls_whatever_the_databases_do() throws Exception {
    status = Statuses.of(aServer("db").failing("08001").neverSeen());
    assertThat(send(request("/health/live")).statusCode()).isEqualTo(200);

    alive = false;
    assertThat(send(request("/health/live")).statusCode()).isEqualTo(503);
  }

  @Test
  void should_be_ready_when_every_server_was_seen_lately_and_else_say_which_was_not()
      throws Exception {
    status = Statuses.of(aServer("one").with(aSlot("outbox")), aServer("two"));
    assertThat(send(request("/health/ready")).body()).isEqualTo("ready\n");

    status = Statuses.of(aServer("one"), aServer("two").neverSeen());
    assertThat(send(request("/health/ready")).body())
        .isEqualTo("server [two] has not been seen yet\n");

    status = Statuses.of(aServer("one"), aServer("two").seenAgo(Duration.ofMinutes(2)));
    HttpResponse<String> response = send(request("/health/ready"));
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body())
        .isEqualTo("server [two] was last seen 120 s ago, expected within 45 s\n");
  }

  @Test
  void should_notice_that_nothing_is_fresh_when_no_poll_changes_the_status_any_more()
      throws Exception {
    status = Statuses.of(aServer("db").with(aSlot("outbox")));
    now = NOW.plus(Duration.ofMinutes(1));

    assertThat(send(request("/health/ready")).statusCode()).isEqualTo(503);
    assertThat(send(request("/metrics")).body())
        .contains("outbox_monitor_status_stale{server=\"db\"} 1.0")
        .doesNotContain("outbox_slot_retained_wal_bytes{");
  }

  @Test
  void should_answer_with_500_when_something_goes_wrong_and_then_go_on() throws Exception {
    MonitorStatus known = status;
    status = null;
    HttpResponse<String> response = send(request("/"));
    status = known;

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).doesNotContain("Exception");
    assertThat(send(request("/")).statusCode()).isEqualTo(200);
  }

  @Test
  void should_say_where_when_the_port_is_taken() {
    PrometheusRegistry untouched = new PrometheusRegistry();
    MonitorConfig.Listen taken = new MonitorConfig.Listen("127.0.0.1", server.port());

    assertThatThrownBy(
            () -> MonitorServer.start(taken, () -> status, () -> true, untouched, () -> now))
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll("[127.0.0.1:" + server.port() + "]", "[Hint: ");
    assertThat(untouched.scrape().size()).isZero();
  }

  @Test
  void should_say_where_when_the_host_has_no_address() {
    assertThatThrownBy(
            () ->
                MonitorServer.start(
                    new MonitorConfig.Listen("no-such-host.invalid", 0),
                    () -> status,
                    () -> true,
                    new PrometheusRegistry(),
                    () -> now))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("[no-such-host.invalid:0]: no address is known for that name");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
