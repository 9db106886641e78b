package org.outboxconnect.monitor.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.outboxconnect.stack.process.Wait;

/** A webhook on this machine that answers as the test wants it. */
final class Receiver implements AutoCloseable {

  static final String TOKEN = "T0KEN-of-the-address";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final List<Integer> answers = new CopyOnWriteArrayList<>();
  volatile int status = 200;
  volatile boolean hangs;

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), TOKEN));
  }

  /** Bodies of all requests, in their order. */
  List<String> bodies() {
    return bodies;
  }

  void await(int requests) {
    Wait.require(requests + " requests", Duration.ofSeconds(30), () -> answers.size() >= requests);
  }

  private void handle(HttpExchange exchange) throws IOException {
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    int answer = status;
    if (hangs) {
      exchange.sendResponseHeaders(answer, 10); // and the body never comes
      answers.add(answer);
      awaitClose();
      return;
    }
    exchange.sendResponseHeaders(answer, -1);
    exchange.close();
    answers.add(answer);
  }

  private void awaitClose() {
    try {
      closing.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
