package org.outboxconnect.stack.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxconnect.stack.process.FreePorts;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class TcpProxyTest {

  private static final Duration GENEROUS = Duration.ofSeconds(20);

  private final List<AutoCloseable> open = new ArrayList<>();
  private ServerSocket target;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    target = keep(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    Thread echo = new Thread(this::echoAll, "echo");
    echo.setDaemon(true);
    echo.start();
    proxy = keep(TcpProxy.to("127.0.0.1", target.getLocalPort()));
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    await()
        .atMost(GENEROUS)
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("tcp-proxy-" + proxy.port())));
  }

  @Test
  void should_carry_every_byte_both_ways_when_nothing_is_broken() throws IOException {
    byte[] sent = new byte[3_000_000];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = (byte) (i * 31);
    }
    Socket client = connect();
    Thread writer =
        new Thread(
            () -> {
              try {
                client.getOutputStream().write(sent);
                client.shutdownOutput();
              } catch (IOException failed) {
                throw new AssertionError(failed);
              }
            });
    writer.start();

    assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
  }

  @Test
  void should_end_connections_and_refuse_new_ones_until_restored_when_cut() throws IOException {
    Socket before = connect();
    assertThat(echo(before, "hello")).isEqualTo("hello");

    assertThat(proxy.connections()).isEqualTo(1);
    assertThat(proxy.cut()).isEqualTo(1);

    assertThatThrownBy(() -> echo(before, "lost")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> echo(connect(), "lost")).isInstanceOf(IOException.class);

    proxy.restore();

    assertThat(echo(connect(), "back")).isEqualTo("back");
  }

  @Test
  void should_hold_the_bytes_and_keep_the_connection_when_stalled() throws IOException {
    Socket before = connect();
    assertThat(echo(before, "hello")).isEqualTo("hello");

    proxy.stall();
    Socket during = connect();
    during.getOutputStream().write("new".getBytes(UTF_8));
    before.getOutputStream().write("old".getBytes(UTF_8));

    before.setSoTimeout(300);
    assertThatThrownBy(() -> before.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);

    proxy.restore();

    before.setSoTimeout((int) GENEROUS.toMillis());
    assertThat(read(before, 3)).isEqualTo("old");
    assertThat(read(during, 3)).isEqualTo("new");
  }

  @Test
  void should_end_stalled_connections_when_cut_after_a_stall() throws IOException {
    Socket client = connect();
    assertThat(echo(client, "hello")).isEqualTo("hello");
    proxy.stall();
    client.getOutputStream().write("lost".getBytes(UTF_8));

    proxy.cut();

    assertThatThrownBy(() -> read(client, 4)).isInstanceOf(IOException.class);
  }

  @Test
  void should_hold_each_byte_back_in_order_when_delayed() throws IOException {
    Socket client = connect();
    proxy.delay(Duration.ofMillis(150));
    long start = System.nanoTime();

    assertThat(echo(client, "slow")).isEqualTo("slow");

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }

  @Test
  void should_free_bytes_on_their_way_when_a_long_delay_is_restored() throws IOException {
    Socket client = connect();
    proxy.delay(Duration.ofHours(1));
    client.getOutputStream().write("soon".getBytes(UTF_8));

    proxy.restore();

    assertThat(read(client, 4)).isEqualTo("soon");
  }

  @Test
  void should_refuse_a_negative_delay() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> proxy.delay(Duration.ofMillis(-1)))
        .withMessageContaining("PT-0.001S");
  }

  @Test
  void should_end_the_connection_when_the_target_is_down() throws IOException {
    // Not the target closed: an accept that is under way may still succeed.
    TcpProxy toNobody = keep(TcpProxy.to("127.0.0.1", FreePorts.next()));
    Socket client = keep(new Socket(toNobody.host(), toNobody.port()));

    assertThatThrownBy(() -> echo(client, "lost")).isInstanceOf(IOException.class);
  }

  @Test
  void should_leave_no_connection_and_no_port_behind_when_closed() throws IOException {
    Socket client = connect();
    assertThat(echo(client, "hello")).isEqualTo("hello");

    proxy.close();
    proxy.close();

    assertThatThrownBy(() -> echo(client, "lost")).isInstanceOf(IOException.class);
    assertThatIOException().isThrownBy(this::connect).isInstanceOf(ConnectException.class);
  }

  private Socket connect() throws IOException {
    Socket socket = keep(new Socket(proxy.host(), proxy.port()));
    socket.setSoTimeout((int) GENEROUS.toMillis());
    return socket;
  }

  private static String echo(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return read(socket, text.length());
  }

  private static String read(Socket socket, int length) throws IOException {
    byte[] bytes = socket.getInputStream().readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("ended after " + bytes.length + " bytes");
    }
    return new String(bytes, UTF_8);
  }

  private void echoAll() {
    while (!target.isClosed()) {
      try {
        Socket socket = target.accept();
        Thread thread = new Thread(() -> echo(socket), "echo-one");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket;
        InputStream in = socket.getInputStream()) {
      in.transferTo(socket.getOutputStream());
    } catch (IOException cut) {
      // The tests cut on purpose.
    }
  }

  private <T extends AutoCloseable> T keep(T closeable) {
    open.add(0, closeable);
    return closeable;
  }
}
