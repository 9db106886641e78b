package org.outboxconnect.client;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between driver and server and notes the type of each message that the driver sends, in
 * PostgreSQL's protocol 3. One connection, without encryption.
 */
final class WireTap implements AutoCloseable {

  private static final char SYNC = 'S';
  private static final char SIMPLE_QUERY = 'Q';

  private final ServerSocket entry = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final List<Character> sent = new CopyOnWriteArrayList<>();
  private final int serverPort;
  private Hold hold = new Hold(SYNC, 0, Duration.ZERO);
  private volatile boolean heldInVain;

  WireTap(int serverPort) throws IOException {
    this.serverPort = serverPort;
    start(this::serve);
  }

  int port() {
    return entry.getLocalPort();
  }

  void forget() {
    sent.clear();
  }

  /**
   * Forgets, and holds all answers back until the driver has sent this many messages of a type: so
   * a driver that waits for an answer earlier waits in vain, for as long as patience lasts.
   */
  synchronized void holdAnswersUntil(char type, int count, Duration patience) {
    sent.clear();
    hold = new Hold(type, count, patience);
  }

  /** Whether answers had to be let go because the driver didn't send what they were held for. */
  boolean heldInVain() {
    return heldInVain;
  }

  /** Types of the messages since {@link #forget()}; a response has come for each of them. */
  List<Character> sent() {
    return List.copyOf(sent);
  }

  /** How often the driver has waited for the server: it does so after a Sync or a simple query. */
  long roundTrips() {
    return sent.stream().filter(type -> type == SYNC || type == SIMPLE_QUERY).count();
  }

  private void serve() throws IOException {
    try (Socket client = entry.accept();
        Socket server = new Socket(entry.getInetAddress(), serverPort)) {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      start(() -> answer(server.getInputStream(), client.getOutputStream()));
      forward(new DataInputStream(client.getInputStream()), server.getOutputStream());
    }
  }

  private void forward(DataInputStream from, OutputStream to) throws IOException {
    to.write(body(from)); // the start-up message alone has no type
    while (true) {
      byte type = from.readByte();
      byte[] body = body(from);
      note((char) type); // before the server can answer
      to.write(type);
      to.write(body);
    }
  }

  private static byte[] body(DataInputStream from) throws IOException {
    int length = from.readInt();
    byte[] body = new byte[length];
    body[0] = (byte) (length >>> 24);
    body[1] = (byte) (length >>> 16);
    body[2] = (byte) (length >>> 8);
    body[3] = (byte) length;
    from.readFully(body, 4, length - 4);
    return body;
  }

  private synchronized void note(char type) {
    sent.add(type);
    notifyAll();
  }

  private void answer(InputStream from, OutputStream to) throws IOException {
    byte[] chunk = new byte[8192];
    for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
      awaitRelease();
      to.write(chunk, 0, length);
    }
  }

  private synchronized void awaitRelease() throws InterruptedIOException {
    long deadline = System.nanoTime() + hold.patience.toNanos();
    try {
      while (!hold.isOver(sent)) {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          heldInVain = true;
          return;
        }
        wait(millis);
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  private static void start(Pump pump) {
    Thread thread =
        new Thread(
            () -> {
              try {
                pump.run();
              } catch (EOFException | SocketException e) {
                // the connection or the tap was closed
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "wire-tap");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entry.close();
  }

  /** What the driver has to send before it gets an answer. */
  private record Hold(char type, int count, Duration patience) {
    boolean isOver(List<Character> sent) {
      return sent.stream().filter(message -> message == type).count() >= count;
    }
  }

  private interface Pump {
    void run() throws IOException;
  }
}
