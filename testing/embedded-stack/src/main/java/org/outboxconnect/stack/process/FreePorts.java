package org.outboxconnect.stack.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Hands out loopback ports, each only once per JVM. Safe for use by many threads.
 *
 * <p>Ports come from below the range that Linux and macOS take for outgoing connections. A server
 * that was killed finds its port free again: inside that range any client could have got the number
 * meanwhile, even by connecting to itself while it tries to reconnect.
 */
public final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int LAST = 32_700;
  private static final int ATTEMPTS = 1_000;

  private static final Random RANDOM = new Random();
  private static final Set<Integer> GIVEN = new HashSet<>();

  private FreePorts() {}

  /**
   * Finds a port that nobody listens on and that was not given out before.
   *
   * @throws StackException if there is none
   */
  public static synchronized int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = FIRST + RANDOM.nextInt(LAST - FIRST);
      if (!GIVEN.contains(port) && isFree(port)) {
        GIVEN.add(port);
        return port;
      }
    }
    throw new StackException(
        "Found no free loopback port between %d and %d".formatted(FIRST, LAST));
  }

  /** Tells whether a server could listen on this loopback port now. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /**
   * Refuses a port that somebody already listens on.
   *
   * @param part name of the part that wants the port
   * @throws StackException if the port is taken
   */
  public static void requireFree(String part, int port) {
    if (!isFree(port)) {
      throw new StackException(
          ("Cannot start [%s]: port [%d] on the loopback address is taken."
                  + " [Hint: stop the process that listens on it, or let the stack choose a port]")
              .formatted(part, port));
    }
  }
}
