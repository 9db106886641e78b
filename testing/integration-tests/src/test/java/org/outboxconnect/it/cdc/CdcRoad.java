package org.outboxconnect.it.cdc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.EmbeddedStackBuilder;
import org.outboxconnect.stack.EmbeddedStackExtension;
import org.outboxconnect.stack.connect.ConnectRest;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.connect.ConnectorStatus;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * The road of one test class, for a static field with {@code @RegisterExtension}: servers, schema,
 * roles and the packaged files, up to the moment before the connector is created.
 */
public final class CdcRoad implements BeforeAllCallback, AfterAllCallback, TestWatcher {

  /** Name of the packaged connector. */
  public static final String CONNECTOR = "outbox";

  /** Name of the connector that relays nothing. */
  public static final String IDLE = "idle";

  /** For what should take seconds. */
  public static final Duration GENEROUS = Duration.ofSeconds(90);

  /** Login of the connector. */
  public static final String RELAY = "outbox_connector";

  /** Login of the service that writes. */
  public static final String SERVICE = "order_service";

  static final String DATABASE = "shop";
  static final String PASSWORD = "secret";

  private final EmbeddedStackExtension extension;
  private final OutboxWriter writer = OutboxWriter.builder().build();

  /** One worker with the packaged worker lines. */
  public CdcRoad() {
    this(builder -> builder);
  }

  /** The packaged worker lines, and what the test changes. */
  public CdcRoad(UnaryOperator<EmbeddedStackBuilder> settings) {
    EmbeddedStackBuilder builder =
        EmbeddedStack.builder()
            .pluginArchive(archive())
            .workerProperties(workerLines())
            .environment("OUTBOX_DB_NAME", DATABASE)
            .environment("OUTBOX_DB_USER", RELAY)
            .secret("db-password", PASSWORD);
    extension = new EmbeddedStackExtension(settings.apply(builder));
  }

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    extension.beforeAll(context);
    installSchema();
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    extension.testFailed(context, cause);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    extension.afterAll(context);
  }

  private void installSchema() throws SQLException {
    stack().postgres().createDatabase(DATABASE);
    // Not the schema public: the demo shows that one.
    try (Connection superuser = superuser();
        Statement statement = superuser.createStatement()) {
      statement.execute("CREATE SCHEMA sales");
      statement.execute("ALTER DATABASE " + DATABASE + " SET search_path = sales");
    }
    try (Connection superuser = superuser();
        Statement statement = superuser.createStatement()) {
      SchemaScripts.OUTBOX.apply(superuser);
      SchemaScripts.INBOX.apply(superuser);
      SchemaScripts.ADMIN.apply(superuser);
      statement.execute(
          "CREATE ROLE %s LOGIN PASSWORD '%s' IN ROLE outbox_writer".formatted(SERVICE, PASSWORD));
      statement.execute(
          "CREATE ROLE %s LOGIN REPLICATION PASSWORD '%s' IN ROLE outbox_relay"
              .formatted(RELAY, PASSWORD));
    }
  }

  /** The servers. */
  public EmbeddedStack stack() {
    return extension.stack();
  }

  /** The REST API of the workers. */
  public ConnectRest rest() {
    return stack().connect().rest();
  }

  /**
   * POSTs the packaged file as it is, but for the folder of the secrets, and waits until it runs.
   */
  public void createConnector() {
    create(packagedConnector());
  }

  /**
   * Runs a second connector that relays nothing, so that whoever has its task is the busier worker
   * and the next task goes to another one. It may have been stopped before.
   */
  public void runIdleConnector() {
    rest().put(idleConnector());
    rest().resume(IDLE);
    rest().awaitRunning(IDLE);
  }

  /** A connector beside the other one that relays nothing. */
  ConnectorFile idleConnector() {
    return packagedConnector()
        .named(IDLE)
        .with("topic.prefix", IDLE)
        .with("slot.name", IDLE)
        .with("table.include.list", "sales.inbox");
  }

  /** Creates a connector and waits until it runs. */
  public void create(ConnectorFile connector) {
    rest().create(connector);
    rest().awaitRunning(connector.name());
  }

  /**
   * Gives the connector another configuration, or makes it, and lets it run; returns when the new
   * one runs or has failed, not while the old one still does.
   */
  ConnectorStatus reconfigure(ConnectorFile connector) {
    if (!rest().get("/connectors").isEmpty()) {
      stopConnector();
    }
    rest().put(connector);
    rest().resume(connector.name());
    Wait.require(
        "the connector to run or fail",
        GENEROUS,
        () -> {
          ConnectorStatus status = rest().status(connector.name());
          return status.running() || status.failed();
        });
    return rest().status(connector.name());
  }

  /** Waits until the task has failed, and returns why. */
  String awaitFailure() {
    Wait.require("the task to fail", GENEROUS, () -> rest().status(CONNECTOR).failed());
    return rest().status(CONNECTOR).traces();
  }

  /** Returns when nobody reads the slot any more. */
  public void stopConnector() {
    rest().stop(CONNECTOR);
    Wait.require(
        "the end of the connector",
        GENEROUS,
        () -> {
          ConnectorStatus status = rest().status(CONNECTOR);
          return status.state().equals("STOPPED") && status.tasks().isEmpty();
        });
    Wait.require(
        "the end of its walsender",
        GENEROUS,
        () -> texts("SELECT 1 FROM pg_replication_slots WHERE active").isEmpty());
  }

  /** Deletes the connector with its offsets and the slot; the table is empty. */
  public void removeRelay() throws SQLException {
    if (!rest().get("/connectors").isEmpty()) {
      stopConnector();
      rest().deleteOffsets(CONNECTOR);
      rest().delete(CONNECTOR);
    }
    run(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots",
        "TRUNCATE outbox, outbox_marks");
  }

  /** The packaged file with the folder of the secrets. */
  public ConnectorFile packagedConnector() {
    return packagedConnector("outbox-cdc.json");
  }

  /** The same of another packaged file. */
  public ConnectorFile packagedConnector(String file) {
    return ConnectorFile.read(root().resolve("connector-configs").resolve(file))
        .secretsFolder(stack().secretsFolder());
  }

  /** Connects the superuser to the database of the shop, in autocommit. */
  public Connection superuser() throws SQLException {
    return superuser(stack().postgres());
  }

  /** The same on a copy of the server. */
  public Connection superuser(PostgresServer server) throws SQLException {
    return server.dataSource(DATABASE).getConnection();
  }

  /** Runs statements as superuser, each in a transaction of its own. */
  public void run(String... statements) throws SQLException {
    try (Connection superuser = superuser();
        Statement statement = superuser.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of each row. */
  public List<String> texts(String query) throws SQLException {
    return texts(stack().postgres(), query);
  }

  /** The same on a copy of the server. */
  public List<String> texts(PostgresServer server, String query) throws SQLException {
    try (Connection superuser = superuser(server);
        Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  /** Opens a connection of a service that may call the write functions only; auto-commit is off. */
  public Connection service() throws SQLException {
    return service(stack().postgres());
  }

  /** The same on a copy of the server. */
  public Connection service(PostgresServer server) throws SQLException {
    Connection connection =
        DriverManager.getConnection(server.jdbcUrl(DATABASE), SERVICE, PASSWORD);
    connection.setAutoCommit(false);
    return connection;
  }

  /** Writes the events in one transaction. */
  public void write(List<OutboxEvent> events) throws SQLException {
    try (Connection service = service()) {
      writer.appendAll(service, events);
      service.commit();
    }
  }

  OutboxWriter writer() {
    return writer;
  }

  /** Reads a topic from its start. */
  public TopicReader reader(String topic) {
    return new TopicReader(stack().broker().bootstrapServers(), topic);
  }

  static Path archive() {
    String version = System.getProperty("outbox.version");
    return root().resolve("connect-plugin/target/outbox-connect-%s.zip".formatted(version));
  }

  static Path workerLines() {
    return root().resolve("connector-configs/worker.properties");
  }

  /** Root of the repository. */
  public static Path root() {
    return Path.of(System.getProperty("outbox.root"));
  }
}
