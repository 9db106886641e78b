package org.outboxconnect.monitor.run;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.outboxconnect.monitor.canary.SlotCanary;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.connect.ConnectClusters;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.StatusBoard;

/**
 * Polls all configured servers until it is closed, each in a thread of its own, so that one that
 * hangs delays no other. A server that can't be reached is polled again at the next interval, for
 * ever; nothing needs a restart.
 *
 * <p>Safe for use by many threads.
 */
public final class Monitor implements AutoCloseable {

  private final Board board;
  private final Listeners listeners = new Listeners();
  private final List<ServerLoop> loops = new ArrayList<>();

  private Monitor(Board board) {
    this.board = board;
  }

  /**
   * Starts to poll; returns before the first poll has ended.
   *
   * @param config what to poll, and how often
   * @param clock says when something was seen; pace and deadlines don't depend on it
   * @throws StartException if the folder for histories can't be written; nothing has been started
   */
  public static Monitor start(MonitorConfig config, InstantSource clock) {
    Path directory = config.historyDirectory();
    HistoryFolder folder = directory == null ? null : HistoryFolder.at(directory);
    ConnectClusters connect =
        ConnectClusters.of(config.connectClusters(), config.pollInterval(), clock);
    List<ServerParts> parts =
        config.servers().stream()
            .map(server -> ServerParts.of(server, config, folder, connect, clock))
            .toList();
    List<ServerWatch> watches = parts.stream().map(ServerParts::watch).toList();
    List<SlotCanary> canaries =
        parts.stream().flatMap(server -> Stream.ofNullable(server.canary())).toList();
    Monitor monitor =
        new Monitor(new Board(clock, config.pollInterval(), watches, connect, canaries));
    parts.forEach(server -> monitor.loops.add(monitor.start(server, config)));
    return monitor;
  }

  private ServerLoop start(ServerParts server, MonitorConfig config) {
    return ServerLoop.start(
        server.watch().status().server(),
        new ServerRound(
            server.watch(), server.keeper(), server::close, () -> listeners.tell(board)),
        config.pollInterval());
  }

  /** What the monitor knows at any time. */
  public StatusBoard board() {
    return board;
  }

  /**
   * Tells a listener after each poll of a server. It is called by the thread that has polled, must
   * not block, and gets the statuses of one server in order.
   */
  public void onStatus(Consumer<MonitorStatus> listener) {
    listeners.add(listener);
  }

  /**
   * Tells whether every server is being polled. A server that can't be reached is; one whose poll
   * hangs beyond all deadlines isn't, and only a restart of the monitor helps.
   */
  public boolean isAlive() {
    return loops.stream().allMatch(ServerLoop::isAlive);
  }

  /** Ends all polls and saves the histories; waits two seconds at most for each server. */
  @Override
  public void close() {
    loops.forEach(ServerLoop::stop);
    loops.forEach(ServerLoop::close);
    board.connect().close();
  }
}
