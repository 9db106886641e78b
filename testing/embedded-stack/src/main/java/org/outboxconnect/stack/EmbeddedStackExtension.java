package org.outboxconnect.stack;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.outboxconnect.stack.process.StackException;

/**
 * One stack for all tests of a class, to be used as a static field:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedStackExtension STACK = new EmbeddedStackExtension(EmbeddedStack.builder());
 * }</pre>
 *
 * <p>When a test fails, the logs of all parts up to then are copied to {@code target/stack-logs}
 * and the place is printed.
 */
public final class EmbeddedStackExtension
    implements BeforeAllCallback, AfterAllCallback, TestWatcher {

  private static final Path KEPT_LOGS = Path.of("target", "stack-logs");

  private final EmbeddedStackBuilder builder;
  private @Nullable EmbeddedStack stack;
  private int classes; // JUnit calls before and after for each @Nested class, too

  /** Takes a prepared stack; it is started before the first test. */
  public EmbeddedStackExtension(EmbeddedStackBuilder builder) {
    this.builder = builder;
  }

  /**
   * The running stack.
   *
   * @throws StackException outside the tests of the class
   */
  public EmbeddedStack stack() {
    if (stack == null) {
      throw new StackException(
          "The stack doesn't run. [Hint: register the extension in a static field]");
    }
    return stack;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    classes++;
    if (stack == null) {
      stack = builder.keepLogsOfFailedStart(keptLogs(context)).progress(this::print).start();
    }
  }

  @Override
  public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
    keepLogs(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    try {
      if (context.getExecutionException().isPresent()) {
        keepLogs(context); // @BeforeAll or @AfterAll failed, of which a watcher hears nothing
      }
    } finally {
      classes--;
      closeAfterLastClass();
    }
  }

  private void closeAfterLastClass() {
    if (classes == 0 && stack != null) {
      stack.close();
      stack = null;
    }
  }

  private void keepLogs(ExtensionContext context) {
    if (stack != null) {
      Path target = keptLogs(context);
      stack.copyLogsTo(target);
      print("Logs of the stack: " + target.toAbsolutePath());
    }
  }

  private static Path keptLogs(ExtensionContext context) {
    String test =
        context.getRequiredTestClass().getSimpleName()
            + context.getTestMethod().map(method -> "." + method.getName()).orElse("");
    return KEPT_LOGS.resolve(test);
  }

  private void print(String line) {
    System.out.println("[stack] " + line);
  }
}
