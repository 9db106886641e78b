package org.outboxconnect.schema;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Slots and publications of an outbox that several relays share. */
final class Shards {

  private Shards() {}

  /** Makes publications and slots of a set by the administrator's files; nothing uses them yet. */
  static void make(TestDatabase database, int number) throws SQLException {
    database.run("SET outbox.shards = '%d'".formatted(number));
    try {
      SchemaScripts.ADMIN.apply(database.admin());
    } finally {
      database.run("RESET outbox.shards");
    }
  }

  /** A database whose outbox has that many shards. */
  static TestDatabase database(int major, int number) throws SQLException {
    TestDatabase database = TestDatabase.withOutbox(major);
    database.run(create(number));
    make(database, number);
    return database;
  }

  /** The statement that points the outbox of the migrations to a set. */
  static String create(int number) {
    return "SELECT outbox_create('public', 'outbox', shards => %d)".formatted(number);
  }

  /** What each shard delivers since the last call. */
  static List<List<Map<String, String>>> next(TestDatabase database, int number)
      throws SQLException {
    List<List<Map<String, String>>> shards = new ArrayList<>();
    for (int shard = 0; shard < number; shard++) {
      String name = name(number, shard);
      shards.add(DecodedInserts.next(database.admin(), name, name));
    }
    return shards;
  }

  /** The payloads of all shards, those of the first one first. */
  static List<String> payloads(TestDatabase database, int number) throws SQLException {
    return next(database, number).stream()
        .flatMap(List::stream)
        .map(row -> row.get("payload"))
        .toList();
  }

  static String name(int number, int shard) {
    return number == 1 ? "outbox" : "outbox_%d_%d".formatted(number, shard);
  }
}
