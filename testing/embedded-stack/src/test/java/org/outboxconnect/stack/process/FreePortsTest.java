package org.outboxconnect.stack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FreePortsTest {

  @Test
  void should_give_distinct_ports() {
    List<Integer> ports = IntStream.range(0, 200).map(i -> FreePorts.next()).boxed().toList();

    assertThat(ports).doesNotHaveDuplicates().allMatch(FreePorts::isFree);
  }

  @Test
  void should_leave_a_port_free_when_processes_are_forked_while_it_is_asked() throws Exception {
    int port = FreePorts.next();
    ExecutorService forks = Executors.newSingleThreadExecutor();
    try {
      Future<?> forking =
          forks.submit(
              () -> {
                for (int i = 0; i < 20; i++) {
                  new ProcessBuilder("true").start().waitFor();
                }
                return null;
              });
      while (!forking.isDone()) {
        assertThat(FreePorts.isFree(port)).isTrue();
      }
      forking.get();
    } finally {
      forks.shutdownNow();
    }
  }

  @Test
  void should_keep_a_port_from_other_JVMs_when_it_is_given_and_not_yet_used() {
    int port = FreePorts.next();

    // What another JVM would do first.
    assertThatThrownBy(() -> new DatagramSocket(port, InetAddress.getLoopbackAddress()).close())
        .isInstanceOf(BindException.class);
  }

  @Test
  void should_name_part_and_port_when_the_port_is_taken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> FreePorts.requireFree("worker-1", port))
          .isInstanceOf(StackException.class)
          .hasMessage(
              "Cannot start [worker-1]: port [%d] on the loopback address is taken. [Hint: stop the"
                  + " process that listens on it, or let the stack choose a port]",
              port);
    }
  }
}
