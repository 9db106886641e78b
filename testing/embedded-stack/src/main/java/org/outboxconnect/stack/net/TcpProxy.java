package org.outboxconnect.stack.net;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy on the loopback interface that breaks the network between two parts on request.
 *
 * <p>All methods may be called by any thread at any time. A fault holds until {@link #restore()};
 * of {@link #cut()} and {@link #stall()} the last one called wins. The port stays the same for the
 * whole life of the proxy.
 */
public final class TcpProxy implements AutoCloseable {

  private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

  private final String targetHost;
  private final int targetPort;
  private final ServerSocket listener;
  private final Thread acceptor;
  private final Traffic traffic = new Traffic();
  private final Set<Link> links = ConcurrentHashMap.newKeySet();

  private TcpProxy(String targetHost, int targetPort, ServerSocket listener) {
    this.targetHost = targetHost;
    this.targetPort = targetPort;
    this.listener = listener;
    this.acceptor = new Thread(this::acceptAll, name());
    acceptor.setDaemon(true);
  }

  /**
   * Starts a proxy on a free port. The target need not be up yet: each connection of a client opens
   * one to the target, and is reset when that fails.
   *
   * @throws UncheckedIOException if no loopback port can be had
   */
  public static TcpProxy to(String host, int port) {
    requireNonNull(host, "host");
    try {
      TcpProxy proxy =
          new TcpProxy(host, port, new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
      proxy.acceptor.start();
      return proxy;
    } catch (IOException noPort) {
      throw new UncheckedIOException(
          "No loopback port for a proxy to " + host + ":" + port, noPort);
    }
  }

  /** Returns the address that clients connect to, always the loopback one. */
  public String host() {
    return listener.getInetAddress().getHostAddress();
  }

  /** Returns the port that clients connect to. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Returns how many connections are open. */
  public int connections() {
    return links.size();
  }

  /**
   * Resets all connections, also towards the target, and every new one as soon as it is made. When
   * this returns no byte passes any more.
   *
   * @return how many connections were open and have been reset
   */
  public int cut() {
    traffic.cut();
    List<Link> open = List.copyOf(links);
    open.forEach(Link::cut);
    return open.size();
  }

  /**
   * Lets no byte pass while all connections stay open, like a cable that was pulled. New
   * connections are accepted and stall too. Nothing is lost: {@link #restore()} delivers the bytes.
   */
  public void stall() {
    traffic.stall();
  }

  /**
   * Holds every byte back for the given time, each way; the order is kept. Zero ends the delay.
   *
   * @throws IllegalArgumentException if the delay is negative
   */
  public void delay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay must not be negative, found [%s]".formatted(delay));
    }
    traffic.delay(delay);
  }

  /** Ends cut, stall and delay; connections that were cut stay so. */
  public void restore() {
    traffic.restore();
  }

  /** Resets all connections, frees the port and ends all threads; calling it again does nothing. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException alreadyBroken) {
      // Nothing listens any more, and that is the point.
    }
    cut();
    join(acceptor); // from here on no link is added
    List<Link> open = List.copyOf(links);
    open.forEach(Link::cut);
    open.stream().flatMap(link -> link.threads().stream()).forEach(TcpProxy::join);
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException closed) {
        // Either close() ended the wait, or the client was gone before it was accepted.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    if (traffic.isCut()) {
      Sockets.reset(client);
      return;
    }
    try {
      Socket target = new Socket(targetHost, targetPort);
      Link link = new Link(client, target, traffic, name(), links::remove);
      // A latency proxy must not add Nagle's own.
      client.setTcpNoDelay(true);
      target.setTcpNoDelay(true);
      links.add(link);
      link.start();
      if (traffic.isCut()) { // cut() may have passed between the first look and links.add
        link.cut();
      }
    } catch (IOException targetUnreachable) {
      Sockets.reset(client);
    }
  }

  private String name() {
    return "tcp-proxy-" + listener.getLocalPort();
  }

  private static void join(Thread thread) {
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, END_TIMEOUT.toMillis());
    } catch (InterruptedException giveUp) {
      Thread.currentThread().interrupt();
    }
  }
}
