package org.outboxconnect.monitor.replay;

import java.sql.Connection;
import java.util.List;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.stack.postgres.PostgresServer;

/** Two hours in which nobody should be called: one scene after the other on one server. */
final class HealthyOperation {

  private static final long MEBIBYTE = 1L << 20;

  private final Play play;
  private final PostgresServer standby;

  HealthyOperation(Play play, PostgresServer standby) {
    this.play = play;
    this.standby = standby;
  }

  void run() throws Exception {
    Sql.run(play.server, "CREATE TABLE batch (id int)");
    play.sceneAnew("events flow");
    recover(8);
    absence();
    waits();
    transactions();
    offsets();
    littleRoom();
    quietNight();
    failover();
  }

  /** The consumer confirms all that there is. */
  private void recover(int looks) throws Exception {
    play.consumer.set(Manner.CONFIRMS);
    play.looks(
        looks,
        () -> {
          play.event();
          play.awaitConfirmed();
        });
  }

  private void absence() throws Exception {
    play.scene("a connector restarts in 4 minutes");
    play.consumer.leave(play.server);
    play.looks(16, () -> play.othersWrite(2));
    play.connect();
    recover(8);

    play.scene("a quiet deployment of 8 minutes, events come in for the last 4");
    play.consumer.leave(play.server);
    play.looks(16);
    play.looks(16, play::event);
    play.connect();
    recover(8);
  }

  private void waits() throws Exception {
    play.scene("Kafka takes no writes for 2 minutes and 45 seconds");
    play.consumer.set(Manner.TAKES);
    play.looks(
        11,
        () -> {
          play.event();
          play.awaitDecoded();
        });
    recover(8);

    play.scene("the worker pauses for 25 seconds");
    play.freeze();
    play.looks(2);
    recover(4);
  }

  private void transactions() throws Exception {
    play.scene("a nightly batch of 12 minutes in one transaction");
    try (Connection batch = play.server.connect()) {
      batch.setAutoCommit(false);
      long[] position = {confirmed().bytes()};
      play.consumer.set(Manner.TAKES);
      play.looks(
          46,
          () -> {
            Sql.run(batch, "INSERT INTO batch VALUES (1)");
            play.othersWrite(2);
            position[0] += MEBIBYTE;
            play.consumer.confirm(new Lsn(position[0]));
            play.awaitDecoded();
          });
      batch.commit();
    }
    recover(16);

    play.scene("a transaction of another database is open for 10 minutes");
    try (Connection other = play.server.dataSource("neighbour").getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "CREATE TABLE IF NOT EXISTS written (id int)");
      play.looks(
          40,
          () -> {
            play.othersWrite(2);
            play.awaitConfirmed();
          });
      other.rollback();
    }
    recover(8);
    giants();
  }

  private void giants() throws Exception {
    play.server.set("logical_decoding_work_mem", "64kB");
    giant("a transaction spills for less than a minute", 4);
    giant("a large transaction spills for 10 minutes", 40);
    play.server.set("logical_decoding_work_mem", "64MB");
  }

  private void giant(String scene, int looks) throws Exception {
    play.scene(scene);
    try (Connection writer = play.server.connect()) {
      writer.setAutoCommit(false);
      play.consumer.set(Manner.TAKES);
      play.looks(looks, () -> play.spill(writer));
      writer.commit();
    }
    recover(8);
  }

  private void offsets() throws Exception {
    play.scene("offsets are stored 45 seconds late");
    play.stage.connect(Play.SLOT, connector(confirmed()));
    recover(4);
    play.stage.connect(Play.SLOT, connector(null));
    recover(2);

    play.scene("a worker is replaced in 90 seconds, Kafka Connect says RUNNING");
    play.consumer.leave(play.server);
    play.looks(7, () -> play.othersWrite(1));
    play.connect();
    recover(4);
  }

  private Lsn confirmed() throws Exception {
    return new Lsn(
        Long.parseLong(
            Sql.ask(
                play.server,
                "SELECT confirmed_flush_lsn - '0/0' FROM pg_replication_slots WHERE slot_name = 'outbox'")));
  }

  private static ConnectSample connector(Lsn committed) {
    return new ConnectSample(
        "outbox",
        "RUNNING",
        List.of(new ConnectSample.Task(0, "RUNNING", "worker:8083")),
        committed);
  }

  private void littleRoom() throws Exception {
    play.scene(
        "much is written and there is room for minutes; nothing is confirmed for 2 and a half");
    play.server.set("max_slot_wal_keep_size", "224MB");
    play.looks(
        24,
        () -> {
          play.othersWrite(10);
          play.awaitConfirmed();
        });
    play.consumer.set(Manner.TAKES);
    play.looks(
        10,
        () -> {
          play.othersWrite(10);
          play.awaitDecoded();
        });
    recover(8);
    play.server.set("max_slot_wal_keep_size", "-1");
  }

  private void quietNight() throws Exception {
    play.scene("a quiet half hour, in which a consumer has nothing to confirm by");
    play.consumer.set(Manner.TAKES);
    play.looks(120);

    play.scene("three restarts in a row after it");
    for (int restart = 0; restart < 3; restart++) {
      play.consumer.leave(play.server);
      play.looks(1);
      play.connect(Manner.TAKES);
      play.looks(3);
    }
    play.server.set("logical_decoding_work_mem", "64kB");
    giant("a transaction begins to spill after the quiet half hour", 3);
    play.server.set("logical_decoding_work_mem", "64MB");

    play.scene("row versions of 30 million transactions are held back for a moment");
    play.consumer.set(Manner.TAKES);
    Sql.useTransactionIds(play.server, 300);
    play.awaitDecoded();
    play.stretch(1, 100_000);
    play.looks(2);
    play.stretch(1, 1);
    recover(8);
  }

  private void failover() throws Exception {
    play.scene("a failover; the slot is there again after 90 seconds");
    play.server.kill();
    standby.promote();
    Sql.run(standby, "CHECKPOINT"); // until then the timeline is told as the old one
    play.server = standby;
    play.require("SELECT timeline_id = 2 FROM pg_control_checkpoint()");
    play.stage.moveTo(standby);
    play.looks(7);
    Sql.run(standby, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    play.connect();
    recover(16);
  }
}
