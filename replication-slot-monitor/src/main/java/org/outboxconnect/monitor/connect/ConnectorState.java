package org.outboxconnect.monitor.connect;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.outboxconnect.monitor.sample.ConnectSample.Task;

/**
 * What {@code /connectors/{name}/status} says; traces are left out.
 *
 * @param state of the connector
 * @param tasks its tasks
 */
record ConnectorState(String state, List<Task> tasks) {

  private static final String NONE = "UNASSIGNED";

  /** Copies. */
  ConnectorState {
    tasks = List.copyOf(tasks);
  }

  /** Reads an answer. */
  static ConnectorState of(byte[] json) throws IOException {
    Reader reader = new Reader();
    Json.object(json, reader::member);
    return new ConnectorState(reader.state, reader.tasks);
  }

  /** Reads the object to whose begin the parser points. */
  static ConnectorState of(JsonParser parser) throws IOException {
    Reader reader = new Reader();
    Json.members(parser, reader::member);
    return new ConnectorState(reader.state, reader.tasks);
  }

  private static final class Reader {

    private String state = NONE;
    private final List<Task> tasks = new ArrayList<>();

    void member(String name, JsonParser value) throws IOException {
      switch (name) {
        case "connector" -> Json.members(value, this::connector);
        case "tasks" -> Json.elements(value, element -> tasks.add(task(element)));
        default -> {} // name and type
      }
    }

    private void connector(String name, JsonParser value) throws IOException {
      if (name.equals("state")) {
        state = value.getText();
      }
    }

    private static Task task(JsonParser parser) throws IOException {
      int[] id = new int[1];
      String[] texts = {NONE, ""};
      Json.members(
          parser,
          (name, value) -> {
            switch (name) {
              case "id" -> id[0] = value.getIntValue();
              case "state" -> texts[0] = value.getText();
              case "worker_id" -> texts[1] = value.getText();
              default -> {} // the trace
            }
          });
      return new Task(id[0], texts[0], texts[1]);
    }
  }
}
