package org.outboxconnect.stack.connect;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;

/**
 * One request to whichever worker is alive, sent again while the group can't answer: workers refuse
 * requests during a rebalance, and forward them to a leader that may just have died.
 */
final class RestExchange {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  private final Supplier<URI> worker;
  private final String method;
  private final String path;
  private final @Nullable String body;
  private @Nullable HttpResponse<String> response;
  private @Nullable IOException brokeOff;

  RestExchange(Supplier<URI> worker, String method, String path, @Nullable String body) {
    this.worker = worker;
    this.method = method;
    this.path = path;
    this.body = body;
  }

  /** Returns the body of a good answer. */
  String run() {
    Wait.require("an answer to " + this, PATIENCE, this::attempt);
    HttpResponse<String> answer = response;
    if (answer == null) {
      throw new StackException(this + " broke off; it may have been done or not", brokeOff);
    }
    if (answer.statusCode() >= 400) {
      throw new ConnectRestException(toString(), answer.statusCode(), answer.body());
    }
    return answer.body();
  }

  private boolean attempt() throws IOException, InterruptedException {
    try {
      response = CLIENT.send(request(), HttpResponse.BodyHandlers.ofString());
      return !isBusy(response);
    } catch (ConnectException notSent) {
      throw notSent; // asks again
    } catch (IOException maybeSent) {
      if (method.equals("POST")) {
        brokeOff = maybeSent; // a second POST could do it twice
        return true;
      }
      throw maybeSent;
    }
  }

  private HttpRequest request() {
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    return HttpRequest.newBuilder(worker.get().resolve(path))
        .timeout(PATIENCE)
        .header("Content-Type", "application/json")
        .method(method, publisher)
        .build();
  }

  private static boolean isBusy(HttpResponse<String> response) {
    return switch (response.statusCode()) {
      case 409 -> !response.body().contains("already exists");
      case 500 ->
          response.body().contains("IO Error trying to forward REST request")
              || response.body().contains("Request timed out");
      case 503 -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
