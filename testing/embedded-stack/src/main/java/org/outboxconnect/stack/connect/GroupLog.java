package org.outboxconnect.stack.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Who leads the group, as the workers log it. Neither the REST API nor the broker's description of
 * a group says it.
 */
final class GroupLog {

  private static final Pattern JOINED =
      Pattern.compile("Joined group at generation (\\d+) .*leaderUrl='https?://([^/']+)/?'");

  private GroupLog() {}

  /** The id of the leader in the newest generation that one of these workers has joined. */
  static Optional<String> leaderId(Collection<ConnectWorker> workers) {
    return workers.stream()
        .map(ConnectWorker::logFile)
        .flatMap(GroupLog::generations)
        .max(Comparator.comparingInt(Generation::number))
        .map(Generation::leaderId);
  }

  private static Stream<Generation> generations(Path log) {
    try {
      String text = Files.readString(log, StandardCharsets.ISO_8859_1); // never malformed
      return JOINED.matcher(text).results().map(Generation::of);
    } catch (IOException notYet) {
      return Stream.empty();
    }
  }

  private record Generation(int number, String leaderId) {
    static Generation of(MatchResult match) {
      return new Generation(Integer.parseInt(match.group(1)), match.group(2));
    }
  }
}
