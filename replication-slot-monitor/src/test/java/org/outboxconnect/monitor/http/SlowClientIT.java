package org.outboxconnect.monitor.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.stack.process.Wait;

/**
 * Clients that never finish their request don't keep others out for ever. In a process of its own,
 * because the JDK's server reads its limits once.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlowClientIT {

  private static final int MORE_THAN_THREADS = 20;
  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final int GENEROUS_MILLIS = 60_000;
  private static final int LONGER_THAN_THE_LIMIT_MILLIS = 6_000;

  /** Serves until its input ends. */
  public static final class Serving {

    private Serving() {}

    public static void main(String[] arguments) throws IOException {
      MonitorConfig.Listen listen = new MonitorConfig.Listen("127.0.0.1", 0);
      try (MonitorServer server =
          MonitorServer.start(
              listen, Statuses::calm, () -> true, new PrometheusRegistry(), Clock.systemUTC())) {
        System.out.println(server.port());
        while (System.in.read() >= 0) {
          // until the test lets go
        }
      }
    }
  }

  @Test
  void should_answer_when_slow_clients_hold_every_thread() throws Exception {
    try (Server server = new Server("2")) {
      server.holdEveryThread();

      Wait.require("an answer", GENEROUS, server::answers);
      assertThat(server.slow).allSatisfy(socket -> assertThat(isClosed(socket)).isTrue());
    }
  }

  @Test
  void should_keep_everyone_out_when_there_is_no_limit() throws Exception {
    try (Server server = new Server("-1")) {
      server.holdEveryThread();

      assertThatThrownBy(() -> server.ask(LONGER_THAN_THE_LIMIT_MILLIS))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void should_have_set_limits_when_it_serves() {
    ServerLimits.apply();

    assertThat(ServerLimits.DEFAULTS)
        .allSatisfy((property, value) -> assertThat(System.getProperty(property)).isNotNull())
        .containsKeys("sun.net.httpserver.maxReqTime", "jdk.httpserver.maxConnections");
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(GENEROUS_MILLIS);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  /** A monitor's server in another process. */
  private static final class Server implements AutoCloseable {

    private final Process process;
    private final int port;
    private final List<Socket> slow = new ArrayList<>();

    Server(String maxRequestSeconds) throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Dsun.net.httpserver.maxReqTime=" + maxRequestSeconds,
              "-cp",
              System.getProperty("java.class.path"),
              Serving.class.getName());
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      process = builder.start();
      port = Integer.parseInt(process.inputReader(UTF_8).readLine());
    }

    void holdEveryThread() throws IOException {
      for (int i = 0; i < MORE_THAN_THREADS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        slow.add(socket);
        write(socket, "GET /health/live HTTP/1.1\r\nHost: slow");
      }
    }

    /** Who had to wait as long as the slow ones may is cut off with them, and asks again. */
    boolean answers() {
      try {
        return ask(GENEROUS_MILLIS).contains("alive");
      } catch (IOException cutOff) {
        return false;
      }
    }

    String ask(int timeoutMillis) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(timeoutMillis);
        write(socket, "GET /health/live HTTP/1.1\r\nHost: quick\r\nConnection: close\r\n\r\n");
        return new String(socket.getInputStream().readAllBytes(), US_ASCII);
      }
    }

    private static void write(Socket socket, String request) throws IOException {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : slow) {
        socket.close();
      }
      process.destroy();
      process.onExit().join();
    }
  }
}
