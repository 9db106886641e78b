package org.outboxconnect.stack.net;

import java.io.IOException;
import java.net.Socket;

/** The two ways to close a socket when nobody is left to tell about a failure. */
final class Sockets {

  private Sockets() {}

  /** Closes with RST, so that the peer notices at once and no TIME_WAIT stays behind. */
  static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException alreadyClosed) {
      // Closed is what we wanted.
    }
  }

  /** Closes in order: bytes already written still reach the peer. */
  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      // Closed is what we wanted.
    }
  }
}
