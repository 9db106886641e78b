package org.outboxconnect.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Takes the lines that the module logs during a test, instead of the console. */
final class CapturedLog extends Handler implements BeforeEachCallback, AfterEachCallback {

  // Held here: the log manager would let it go.
  private static final Logger LOG = Logger.getLogger("org.outboxconnect.client");

  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** Each with its level, as a user would see it. */
  List<String> lines() {
    return lines;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    LOG.addHandler(this);
    LOG.setUseParentHandlers(false);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LOG.removeHandler(this);
    LOG.setUseParentHandlers(true);
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
