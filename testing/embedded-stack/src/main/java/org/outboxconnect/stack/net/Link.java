package org.outboxconnect.stack.net;

import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One proxied connection: the client's socket, the socket to the target and a pump each way. */
final class Link {

  private final Socket client;
  private final Socket target;
  private final Consumer<Link> ended;
  private final AtomicInteger openDirections = new AtomicInteger(2);
  private final Pump up;
  private final Pump down;

  /**
   * @param ended told once both directions have ended by themselves
   */
  Link(Socket client, Socket target, Traffic traffic, String name, Consumer<Link> ended) {
    this.client = client;
    this.target = target;
    this.ended = ended;
    this.up = new Pump(client, target, traffic, name + "-up", this::directionFinished);
    this.down = new Pump(target, client, traffic, name + "-down", this::directionFinished);
  }

  void start() {
    up.start();
    down.start();
  }

  /** Resets both sides; bytes in flight are gone. */
  void cut() {
    Sockets.reset(client);
    Sockets.reset(target);
    interrupt();
  }

  List<Thread> threads() {
    return Stream.of(up, down).flatMap(pump -> pump.threads().stream()).toList();
  }

  private void directionFinished() {
    if (openDirections.decrementAndGet() == 0) {
      Sockets.close(client);
      Sockets.close(target);
      interrupt();
      ended.accept(this);
    }
  }

  private void interrupt() {
    up.interrupt();
    down.interrupt();
  }
}
