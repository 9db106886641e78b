package org.outboxconnect.monitor.connect;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Login;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/**
 * The REST interface of one cluster, at the worker that answered last, or at the next one if that
 * doesn't any more. Not thread-safe.
 *
 * <p>Redirects are not followed: workers pass requests on among themselves, and the password must
 * not go where an answer says.
 */
final class RestClient {

  /** A listing of some hundred connectors; a worker that sends more must not cost the heap. */
  private static final long MOST_BYTES = 4L << 20;

  private final HttpClient http;
  private final List<URI> workers;
  private final @Nullable Login login;
  private int preferred;

  /** Of a cluster with at least one worker. */
  RestClient(HttpClient http, List<URI> workers, @Nullable Login login) {
    this.http = http;
    this.workers = List.copyOf(workers);
    this.login = login;
  }

  Reading<byte[]> get(String path, TimeLeft time) {
    return send(path, HttpRequest.newBuilder().GET(), time);
  }

  Reading<byte[]> post(String path, TimeLeft time) {
    return send(path, HttpRequest.newBuilder().POST(BodyPublishers.noBody()), time);
  }

  /** Tells whether this {@code host:port} is configured. */
  boolean knows(String worker) {
    return workers.stream().map(URI::getAuthority).anyMatch(worker::equals);
  }

  /**
   * Tells whether this {@code host:port} answers as a worker that is well; without the password.
   */
  boolean answers(String worker, TimeLeft time) {
    URI health = URI.create("%s://%s/health".formatted(workers.get(0).getScheme(), worker));
    return ask(HttpRequest.newBuilder(health).build(), time).isAlive();
  }

  private Reading<byte[]> send(String path, HttpRequest.Builder request, TimeLeft time) {
    authorize(request);
    RestAnswer answer = RestAnswer.none(Reason.TIMED_OUT, "", "no time was left");
    for (int tried = 0; tried < workers.size() && !time.isOver(); tried++) {
      answer = ask(request.uri(uri(path)).build(), time);
      if (answer.isAlive()) {
        return answer.body();
      }
      preferred = (preferred + 1) % workers.size();
    }
    return answer.body();
  }

  private void authorize(HttpRequest.Builder request) {
    if (login != null) {
      String pair = login.user() + ":" + login.password().get();
      request.setHeader(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private URI uri(String path) {
    return URI.create(workers.get(preferred).toString().replaceFirst("/+$", "") + path);
  }

  private RestAnswer ask(HttpRequest request, TimeLeft time) {
    String worker = request.uri().getHost() + ":" + request.uri().getPort();
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, head -> new LimitedBody(MOST_BYTES));
    try {
      // The client's own timeout would end with the head of the answer.
      return RestAnswer.of(answer.get(time.nanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException late) {
      return RestAnswer.late(worker);
    } catch (ExecutionException failed) {
      return RestAnswer.failed(worker, failed.getCause() == null ? failed : failed.getCause());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return RestAnswer.none(Reason.FAILED, worker, "the monitor ends");
    } finally {
      answer.cancel(true); // changes nothing about one that has come
    }
  }
}
