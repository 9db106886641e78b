package org.outboxconnect.monitor.connect;

import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/**
 * What came of one request to one worker. The body of an error is left out, because a configuration
 * or a trace can hold secrets.
 *
 * @param status HTTP status; 0 if no answer came
 * @param body what was asked for, or why it isn't there
 */
record RestAnswer(int status, Reading<byte[]> body) {

  private static final int NONE = 0;
  private static final int FAULT_OF_THE_WORKER = 500;

  static RestAnswer of(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    return new RestAnswer(
        status,
        status / 100 == 2
            ? Reading.known(response.body())
            : Reading.unknown(why(status), text(status)));
  }

  static RestAnswer late(String worker) {
    return none(Reason.TIMED_OUT, worker, "no answer in time");
  }

  static RestAnswer failed(String worker, Throwable failure) {
    Reason reason = failure instanceof HttpTimeoutException ? Reason.TIMED_OUT : Reason.FAILED;
    return none(reason, worker, failure.toString());
  }

  static RestAnswer none(Reason reason, String worker, String detail) {
    return new RestAnswer(
        NONE, Reading.unknown(reason, "worker [%s]: %s".formatted(worker, detail)));
  }

  /** Tells whether somebody is there who can speak for the worker, even if only to refuse. */
  boolean isAlive() {
    return status != NONE && status < FAULT_OF_THE_WORKER;
  }

  private static Reason why(int status) {
    return status == 401 || status == 403 ? Reason.MISSING_PRIVILEGE : Reason.FAILED;
  }

  private static String text(int status) {
    return "HTTP %d%s"
        .formatted(
            status,
            switch (status) {
              case 401, 403 -> ": Kafka Connect wants another user or password";
              case 404 -> ": there is no such connector";
              case 409 -> ": the workers are just sharing out their tasks";
              default ->
                  status / 100 == 3
                      ? ": redirects are not followed. [Hint: configure the address they lead to]"
                      : "";
            });
  }
}
