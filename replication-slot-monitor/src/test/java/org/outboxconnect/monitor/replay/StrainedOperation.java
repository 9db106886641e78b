package org.outboxconnect.monitor.replay;

import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;

/** Scenes in which somebody should know, or be called, but not louder than that. */
final class StrainedOperation {

  private final Play play;

  StrainedOperation(Play play) {
    this.play = play;
  }

  void run() throws Exception {
    begin("others write 8 GiB beside a quiet outbox, no limit is known");
    play.stretch(120, 1);
    idlePin(66);

    begin("the worker hangs for 45 seconds");
    play.freeze();
    play.looks(4);
    play.consumer.set(Manner.CONFIRMS);
    play.looks(2, play::awaitConfirmed);

    begin("a connector is away for 20 minutes, and no event comes in");
    play.consumer.leave(play.server);
    play.looks(80, () -> play.othersWrite(1));
    play.connect();

    room("others write beside a quiet outbox, 3 hours are left", "800MB");
    room("others write beside a quiet outbox, 18 hours are left", "4400MB");

    begin("row versions of 120 million transactions are held back");
    play.consumer.set(Manner.TAKES);
    Sql.useTransactionIds(play.server, 1_200);
    play.awaitDecoded();
    play.stretch(1, 100_000);
    play.looks(2);
    atTheCap();
  }

  private void begin(String scene) throws Exception {
    play.consumer.set(Manner.CONFIRMS);
    play.awaitConfirmed();
    play.sceneAnew(scene);
    play.looks(4, play::awaitConfirmed);
  }

  private void idlePin(int looks) throws Exception {
    play.consumer.set(Manner.TAKES);
    play.looks(
        looks,
        () -> {
          play.othersWrite(1);
          play.awaitDecoded();
        });
  }

  private void room(String scene, String cap) throws Exception {
    play.server.set("max_slot_wal_keep_size", cap);
    begin(scene);
    idlePin(66);
    play.server.set("max_slot_wal_keep_size", "-1");
  }

  private void atTheCap() throws Exception {
    play.consumer.set(Manner.CONFIRMS);
    play.awaitConfirmed();
    Sql.run(play.server, "CHECKPOINT");
    begin("the worker hangs at the cap, 7 minutes after the last checkpoint");
    play.looks(24, play::awaitConfirmed);
    play.freeze();
    play.server.set("max_slot_wal_keep_size", "64MB");
    play.othersWrite(120);
    play.require("SELECT wal_status = 'unreserved' FROM pg_replication_slots");
    play.looks(4);
    play.server.set("max_slot_wal_keep_size", "-1");
  }
}
