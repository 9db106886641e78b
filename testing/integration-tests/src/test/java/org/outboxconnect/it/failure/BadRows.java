package org.outboxconnect.it.failure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.outboxconnect.it.cdc.CdcRoad;

/**
 * Rows that no relay can send, each between good rows of one transaction. They are written around
 * the constraints, for a connector with {@code on.violation=quarantine}.
 */
final class BadRows implements Fault {

  /** More than the connector under test lets pass. */
  static final int LIMIT = 20_000;

  private static final int ROUNDS = 20;
  private static final String DROP_CHECKS =
      """
      DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT conname FROM pg_constraint
                    WHERE conrelid = 'outbox'::regclass AND contype = 'c' LOOP
          EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT %I', name);
        END LOOP;
        ALTER TABLE outbox ALTER payload DROP NOT NULL;
      END
      $$
      """;
  private static final String INSERT =
      "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, headers)"
          + " VALUES (?, ?, ?, 'Happened', ?::jsonb, ?::jsonb)";

  private final Map<UUID, String> planned = new LinkedHashMap<>();

  /** Lets such rows into the table. */
  static void dropChecks(CdcRoad road) throws SQLException {
    road.run(DROP_CHECKS);
  }

  @Override
  public String title() {
    return "Rows that cannot be sent";
  }

  @Override
  public String strike(Scenario scenario) throws Exception {
    Aggregate good = new Aggregate(scenario.types().get(0), "between-bad-rows");
    int before = planned.size();
    try (Connection superuser = scenario.database().superuser();
        PreparedStatement insert = superuser.prepareStatement(INSERT)) {
      for (int round = 0; round < ROUNDS; round++) {
        for (Bad bad : Bad.values()) {
          List<Written> written = new ArrayList<>();
          written.add(insertGood(insert, good));
          planned.put(bad.insert(insert, good), bad.rule);
          written.add(insertGood(insert, good));
          superuser.commit();
          scenario.ledger().committed(written);
        }
        scenario.awaitCommits(1);
      }
    }
    return "%d rows that break a rule were committed".formatted(planned.size() - before);
  }

  /** The rule that each bad row breaks, by its id. */
  Map<UUID, String> planned() {
    return Map.copyOf(planned);
  }

  private static Written insertGood(PreparedStatement insert, Aggregate aggregate)
      throws SQLException {
    UUID id = insert(insert, aggregate.type(), aggregate.id(), "{}", "{}");
    return new Written(id, aggregate);
  }

  private static UUID insert(PreparedStatement insert, String... columns) throws SQLException {
    UUID id = UUID.randomUUID();
    insert.setObject(1, id);
    for (int column = 0; column < columns.length; column++) {
      insert.setString(column + 2, columns[column]);
    }
    insert.executeUpdate();
    return id;
  }

  private enum Bad {
    OVERSIZED("record-size") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        String payload = "\"" + "x".repeat(LIMIT) + "\"";
        return BadRows.insert(insert, good.type(), good.id(), payload, "{}");
      }
    },
    ILLEGAL_TOPIC("aggregate-type") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        return BadRows.insert(insert, "my order/v1", good.id(), "{}", "{}");
      }
    },
    LONG_TOPIC("topic-name") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        return BadRows.insert(insert, "l".repeat(243), good.id(), "{}", "{}");
      }
    },
    BLANK_KEY("aggregate-id") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        return BadRows.insert(insert, good.type(), " ", "{}", "{}");
      }
    },
    NO_PAYLOAD("payload") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        return BadRows.insert(insert, good.type(), good.id(), null, "{}");
      }
    },
    MALFORMED_HEADERS("headers") {
      @Override
      UUID insert(PreparedStatement insert, Aggregate good) throws SQLException {
        return BadRows.insert(insert, good.type(), good.id(), "{}", "[1]");
      }
    };

    private final String rule;

    Bad(String rule) {
      this.rule = rule;
    }

    abstract UUID insert(PreparedStatement insert, Aggregate good) throws SQLException;
  }
}
