package org.outboxconnect.monitor.connect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands in for a worker where a real one can't be made to answer so: garbage, errors, silence. It
 * notes what it is asked.
 */
final class OddWorker implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<String> credentials = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch closed = new CountDownLatch(1);

  private record Answer(int status, String body, boolean hangs) {}

  OddWorker() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  URI url() {
    return URI.create("http://" + id());
  }

  String id() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  OddWorker answer(String path, int status, String body) {
    answers.put(path, new Answer(status, body, false));
    return this;
  }

  /** Sends the head and then nothing more. */
  OddWorker hang(String path) {
    answers.put(path, new Answer(200, "", true));
    return this;
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  List<String> credentials() {
    return List.copyOf(credentials);
  }

  private void handle(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    credentials.add(String.valueOf(given));
    try (exchange) {
      send(exchange, answers.getOrDefault(path, new Answer(404, "{}", false)));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(HttpExchange exchange, Answer answer) throws IOException, InterruptedException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    if (answer.status() == 302) {
      exchange.getResponseHeaders().set("Location", answer.body());
    }
    if (answer.hangs()) {
      exchange.sendResponseHeaders(answer.status(), 1_000);
      exchange.getResponseBody().flush();
      closed.await();
    } else {
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    if (closed.getCount() == 0) {
      return;
    }
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
