package org.outboxconnect.demo;

import java.time.Duration;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectRest;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.connect.ConnectorStatus;

/** The packaged connector on the one worker of the stack. */
final class Relay {

  private static final Duration LOOK = Duration.ofMillis(100);

  private final EmbeddedStack stack;
  private final DemoDatabase database;
  private final ConnectRest rest;
  private final ConnectorFile connector;

  Relay(EmbeddedStack stack, DemoDatabase database) {
    this.stack = stack;
    this.database = database;
    this.rest = stack.connect().rest();
    this.connector = ConnectorFile.read(DemoStack.connector()).secretsFolder(stack.secretsFolder());
  }

  /** POSTs the connector and waits until its task runs. */
  void create(Deadline deadline) {
    rest.create(connector);
    rest.awaitRunning(connector.name(), deadline.left());
  }

  ConnectWorker worker() {
    return stack.connect().worker(0);
  }

  /** Returns when everything is sent that will be sent, and the database has no reader any more. */
  void stop(Deadline deadline) {
    rest.stop(connector.name());
    deadline.await("the end of connector " + connector.name(), LOOK, this::isStopped);
  }

  private boolean isStopped() {
    ConnectorStatus status = rest.status(connector.name());
    return status.state().equals("STOPPED")
        && status.tasks().isEmpty()
        && !database.relayConnected();
  }

  void resume() {
    rest.resume(connector.name());
  }
}
