package org.outboxconnect.stack.process;

import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Hands out loopback ports, each only once among all JVMs of this machine that use this class: two
 * builds may run at the same time. Safe for use by many threads.
 *
 * <p>Ports come from below the range that Linux and macOS take for outgoing connections. A server
 * that was killed finds its port free again: inside that range any client could have got the number
 * meanwhile, even by connecting to itself while it tries to reconnect
 * (docs/rationale.md#why-do-servers-take-ports-below-the-ephemeral-range).
 */
public final class FreePorts {

  private static final int FIRST = 20_000;
  private static final int LAST = 32_700;
  private static final int ATTEMPTS = 1_000;
  private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

  private static final Random RANDOM = new Random();

  /**
   * A port counts as given while somebody holds the UDP port of the same number: other JVMs see it,
   * no server of ours wants it, and it ends with the JVM, however that ends.
   */
  private static final List<DatagramSocket> GIVEN = new ArrayList<>();

  private FreePorts() {}

  /**
   * Finds a port that nobody listens on and that was not given out before.
   *
   * @throws StackException if there is none
   */
  public static synchronized int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = FIRST + RANDOM.nextInt(LAST - FIRST);
      if (take(port)) {
        return port;
      }
    }
    throw new StackException(
        "Found no free loopback port between %d and %d".formatted(FIRST, LAST));
  }

  private static boolean take(int port) {
    try {
      DatagramSocket mark = new DatagramSocket(port, InetAddress.getLoopbackAddress());
      if (isFree(port)) {
        return GIVEN.add(mark);
      }
      mark.close();
      return false;
    } catch (SocketException givenAlready) {
      return false;
    }
  }

  /**
   * Tells whether nobody listens on this loopback port.
   *
   * <p>Asks by connecting, never by listening for a moment: a child process that is forked just
   * then gets a copy of the listening socket, and on a busy machine the port stays taken for a
   * while after we have closed ours.
   */
  public static boolean isFree(int port) {
    try (Socket client = new Socket()) {
      client.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MILLIS);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException noAnswer) {
      return false; // somebody is there and has no time
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
