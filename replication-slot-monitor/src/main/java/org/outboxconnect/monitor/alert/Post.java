package org.outboxconnect.monitor.alert;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Posts JSON. What it says about a failure never holds the address, which is a secret. */
final class Post {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Answers that blame the body: another attempt would bring the same one. */
  private static final Set<Integer> REFUSED = Set.of(400, 413, 415, 422);

  private final Duration timeout;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();

  /** A whole exchange may take {@code timeout}, the body of the answer included. */
  Post(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * What came of it.
   *
   * @param kind whether another attempt makes sense
   * @param why a status or the name of an exception
   */
  record Outcome(Kind kind, String why) {
    enum Kind {
      DELIVERED,
      FAILED,
      REFUSED
    }
  }

  /** What an address or a body throws is a failure as well: the thread that delivers lives on. */
  Outcome send(Supplier<URI> address, Supplier<String> body) throws InterruptedException {
    try {
      return outcome(exchange(request(address.get(), body.get())));
    } catch (ExecutionException failed) {
      return failed(failed.getCause() == null ? failed : failed.getCause());
    } catch (RuntimeException | TimeoutException failed) {
      return failed(failed); // its message may quote the address
    }
  }

  private HttpRequest request(URI address, String body) {
    return HttpRequest.newBuilder(address)
        .header("Content-Type", "application/json; charset=utf-8")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  /** The client's own time-out ends with the headers; a body may dribble for ever. */
  private int exchange(HttpRequest request)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, BodyHandlers.discarding());
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
    } finally {
      answer.cancel(true);
    }
  }

  private static Outcome outcome(int status) {
    if (status / 100 == 2) {
      return new Outcome(Outcome.Kind.DELIVERED, "status " + status);
    }
    return new Outcome(
        REFUSED.contains(status) ? Outcome.Kind.REFUSED : Outcome.Kind.FAILED, "status " + status);
  }

  private static Outcome failed(Throwable failure) {
    return new Outcome(Outcome.Kind.FAILED, failure.getClass().getSimpleName());
  }
}
