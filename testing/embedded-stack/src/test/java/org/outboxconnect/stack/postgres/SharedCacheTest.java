package org.outboxconnect.stack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SharedCacheTest {

  @TempDir private Path root;

  @Test
  void should_fill_a_folder_only_once_when_asked_again() {
    SharedCache cache = new SharedCache(root);
    Path first = cache.get("programs", folder -> Files.writeString(folder.resolve("a"), "1"));

    Path second =
        cache.get(
            "programs",
            folder -> {
              throw new IOException("filled twice");
            });

    assertThat(second).isEqualTo(first).isEqualTo(root.resolve("programs"));
  }

  @Test
  void should_give_both_a_whole_folder_and_leave_no_other_when_two_fill_it_at_once()
      throws Exception {
    CyclicBarrier bothFilled = new CyclicBarrier(2);
    // Threads of their own: on two cores the common pool of Java 25 has one only.
    Executor threads = task -> new Thread(task).start();
    CompletableFuture<Path> one = CompletableFuture.supplyAsync(() -> fill(bothFilled), threads);
    CompletableFuture<Path> two = CompletableFuture.supplyAsync(() -> fill(bothFilled), threads);

    assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo(two.get(30, TimeUnit.SECONDS));
    assertThat(root.resolve("programs/a")).hasContent("whole");
    assertThat(root.toFile().list()).containsExactly("programs");
  }

  @Test
  void should_leave_nothing_when_the_filling_fails() {
    SharedCache cache = new SharedCache(root);

    assertThatThrownBy(
            () ->
                cache.get(
                    "programs",
                    folder -> {
                      Files.writeString(folder.resolve("half"), "");
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("programs")
        .hasRootCauseMessage("disk full");
    assertThat(root).isEmptyDirectory();
  }

  private Path fill(CyclicBarrier bothFilled) {
    return new SharedCache(root)
        .get(
            "programs",
            folder -> {
              Files.writeString(folder.resolve("a"), "whole");
              try {
                bothFilled.await(30, TimeUnit.SECONDS);
              } catch (Exception alone) {
                throw new IOException(alone);
              }
            });
  }
}
