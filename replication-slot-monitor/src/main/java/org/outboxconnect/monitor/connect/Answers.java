package org.outboxconnect.monitor.connect;

import java.io.IOException;
import java.util.Optional;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/** Makes values of answers. What can't be read is told without a word of what it holds. */
final class Answers {

  private Answers() {}

  /** Reads a text. */
  @FunctionalInterface
  interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  /** The value, if the text can be read. */
  static <T> Optional<T> read(byte[] json, Parser<T> parser) {
    try {
      return Optional.of(parser.parse(json));
    } catch (IOException garbage) {
      return Optional.empty();
    }
  }

  /** The value of an answer, or why there is none. */
  static <T> Reading<T> read(Reading<byte[]> answer, Parser<T> parser) {
    if (answer instanceof Reading.Unknown<byte[]> unknown) {
      return Reading.unknown(unknown.reason(), unknown.detail());
    }
    return answer
        .value()
        .flatMap(json -> read(json, parser))
        .<Reading<T>>map(Reading::known)
        .orElseGet(
            () ->
                Reading.unknown(
                    Reason.FAILED,
                    "the answer is not what Kafka Connect gives. [Hint: see where the address leads]"));
  }
}
