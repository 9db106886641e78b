package org.outboxconnect.monitor.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Login;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.thread.SmallThreads;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RestClientTest {

  private final ExecutorService threads =
      Executors.newFixedThreadPool(2, new SmallThreads("test-http"));
  private OddWorker worker;
  private OddWorker other;

  @BeforeEach
  void start() throws IOException {
    worker = new OddWorker();
    other = new OddWorker();
  }

  @AfterEach
  void close() {
    worker.close();
    other.close();
    threads.shutdownNow();
  }

  private RestClient client(URI... urls) {
    return new RestClient(ConnectClusters.http(threads), List.of(urls), null);
  }

  private static TimeLeft generous() {
    return TimeLeft.of(Duration.ofSeconds(20));
  }

  private static String text(Reading<byte[]> reading) {
    return new String(reading.value().orElseThrow(), StandardCharsets.UTF_8);
  }

  @Test
  void should_go_to_the_next_worker_and_stay_there_when_one_is_down() throws IOException {
    other.answer("/a", 200, "well");
    RestClient client = client(URI.create("http://127.0.0.1:" + closedPort()), other.url());
    assertThat(text(client.get("/a", generous()))).isEqualTo("well");
    assertThat(text(client.get("/a", generous()))).isEqualTo("well");
    assertThat(other.requests()).hasSize(2);
  }

  @Test
  void should_go_to_the_next_worker_when_one_answers_with_an_error_of_its_own() {
    worker.answer("/a", 500, "secret trace");
    other.answer("/a", 200, "well");
    RestClient client = client(worker.url(), other.url());
    assertThat(text(client.get("/a", generous()))).isEqualTo("well");
    assertThat(text(client.get("/a", generous()))).isEqualTo("well");
    assertThat(worker.requests()).hasSize(1);
  }

  @Test
  void should_tell_the_status_and_never_what_an_error_says() {
    for (int status : List.of(302, 401, 403, 404, 409, 500)) {
      worker.answer("/a", status, "http://elsewhere/secret");
      Reading<byte[]> answer = client(worker.url()).get("/a", generous());
      assertThat(answer.toString()).contains("HTTP " + status).doesNotContain("secret");
      assertThat(answer.isHidden()).isEqualTo(status == 401 || status == 403);
    }
  }

  @Test
  void should_not_follow_a_redirect_which_would_take_the_password_along() {
    worker.answer("/a", 302, other.url() + "/a");
    other.answer("/a", 200, "well");
    RestClient client =
        new RestClient(
            ConnectClusters.http(threads), List.of(worker.url()), new Login("u", () -> "p"));
    assertThat(client.get("/a", generous()).whyUnknown()).contains(Reason.FAILED);
    assertThat(worker.credentials()).containsExactly("Basic dTpw");
    assertThat(other.requests()).isEmpty();
  }

  @Test
  void should_take_the_new_password_without_a_restart() {
    AtomicReference<String> password = new AtomicReference<>("p");
    worker.answer("/a", 200, "well");
    RestClient client =
        new RestClient(
            ConnectClusters.http(threads), List.of(worker.url()), new Login("u", password::get));
    client.get("/a", generous());
    password.set("q");
    client.get("/a", generous());
    assertThat(worker.credentials()).containsExactly("Basic dTpw", "Basic dTpx");
  }

  @Test
  void should_end_in_time_when_a_worker_begins_to_answer_and_then_hangs() {
    worker.hang("/a");
    long begin = System.nanoTime();
    Reading<byte[]> answer = client(worker.url()).get("/a", TimeLeft.of(Duration.ofMillis(500)));
    assertThat(answer.whyUnknown()).contains(Reason.TIMED_OUT);
    assertThat(worker.requests()).hasSize(1); // it was asked, and answered with a head
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(10));
  }

  @Test
  void should_refuse_an_answer_that_would_cost_the_heap() {
    worker.answer("/a", 200, "x".repeat(5 << 20));
    assertThat(client(worker.url()).get("/a", generous()).toString()).contains("too long");
    worker.answer("/a", 200, "x".repeat(3 << 20));
    assertThat(text(client(worker.url()).get("/a", generous()))).hasSize(3 << 20);
  }

  @Test
  void should_ask_a_worker_for_its_health_without_the_password() throws IOException {
    RestClient client =
        new RestClient(
            ConnectClusters.http(threads), List.of(worker.url()), new Login("u", () -> "p"));
    assertThat(client.answers(worker.answer("/health", 200, "").id(), generous())).isTrue();
    assertThat(client.answers(worker.answer("/health", 401, "").id(), generous())).isTrue();
    assertThat(client.answers(worker.answer("/health", 503, "").id(), generous())).isFalse();
    assertThat(client.answers("127.0.0.1:" + closedPort(), generous())).isFalse();
    assertThat(worker.credentials()).containsOnly("null");
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
