package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a connector does to the database: publication, slot and snapshot. */
final class DatabaseRules {

  private static final Pattern SLOT = Pattern.compile("[a-z0-9_]{1,63}");
  private static final Pattern POOLER = Pattern.compile(".*(pgbouncer|pooler|pgpool|\\.proxy-).*");
  private static final int PGBOUNCER_PORT = 6432;
  private static final Pattern MISREAD_IN_URL = Pattern.compile(".*[/?%+].*", Pattern.DOTALL);

  static final List<Rule> ALL =
      List.of(
          refused("tasks-max")
              .because("one slot is read by one task, more of them are never used")
              .fix("set tasks.max=1; to go faster, use several connectors with row filters")
              .seen("Debezium's PostgreSQL connector makes one task")
              .when(setup -> setup.number("tasks.max", number -> number != 1)),
          warning("pooler")
              .because("replication doesn't go through a connection pooler")
              .fix("connect to PostgreSQL itself")
              .seen("pgbouncer/pgbouncer#1196")
              .when(
                  setup ->
                      Stream.concat(
                          setup.number("database.port", port -> port == PGBOUNCER_PORT),
                          setup
                              .value("database.hostname")
                              .map(host -> host.toLowerCase(Locale.ROOT))
                              .filter(host -> POOLER.matcher(host).matches())
                              .map(host -> setup.found("database.hostname"))
                              .stream())),
          refused("database-name")
              .because(
                  "Debezium writes the name into a JDBC URL as it is: it runs on another database, what"
                      + " stands before the ?, or with A for %41, or a blank for +; a / it can't read")
              .fix("use a database whose name has none of / ? % +")
              .seen("measured on Debezium 3.7.0")
              .when(
                  setup ->
                      setup
                          .value("database.dbname")
                          .filter(name -> MISREAD_IN_URL.matcher(name).matches())
                          .map(name -> setup.found("database.dbname"))
                          .stream()),
          warning("superuser")
              .because("LOGIN, REPLICATION and SELECT on the outbox are enough")
              .fix("use a role of its own, see schema/admin/1_roles.sql")
              .seen("measured on Debezium 3.7.0")
              .when(setup -> setup.when("database.user", "postgres", "rdsadmin", "cloudsqladmin")),
          refused("plugin-name")
              .because("the server has no other decoder without an extension")
              .fix("set plugin.name=pgoutput")
              .seen("default of Debezium 3.7.0")
              .when(setup -> setup.unless("plugin.name", "pgoutput")),
          refused("publication-autocreate")
              .because(
                  "Debezium then makes or alters the publication: for all tables it needs a superuser and"
                      + " breaks UPDATE and DELETE of tables without a key, filtered ends in a loop")
              .fix(
                  "set publication.autocreate.mode=disabled; schema/admin/2_publication.sql makes it")
              .seen("measured on Debezium 3.7.0; debezium/dbz#1970, DBZ-8743")
              .when(setup -> setup.unless("publication.autocreate.mode", "disabled")),
          refused("publication-shared-default")
              .because(
                  "every connector with the default shares it, and one trims the other's tables")
              .fix("set publication.name to a name of its own")
              .seen("default of Debezium 3.7.0")
              .when(setup -> setup.when("publication.name", "dbz_publication")),
          refused("slot-shared-default")
              .because("the second connector with the default can't start: a slot has one reader")
              .fix("set slot.name to a name of its own")
              .seen("default of Debezium 3.7.0")
              .when(setup -> setup.when("slot.name", "debezium")),
          refused("slot-name")
              .because("PostgreSQL takes 1 to 63 lower-case letters, digits and underscores")
              .fix("rename the slot")
              .seen("PostgreSQL's manual")
              .when(
                  setup ->
                      setup
                          .value("slot.name")
                          .filter(name -> !SLOT.matcher(name).matches())
                          .map(name -> setup.found("slot.name"))
                          .stream()),
          refused("slot-dropped-on-stop")
              .because("what is written between stop and start is lost")
              .fix("set slot.drop.on.stop=false")
              .seen("Debezium's manual, DBZ-5739")
              .when(setup -> setup.when("slot.drop.on.stop", "true")),
          warning("slot-without-failover")
              .because("a slot that Debezium makes doesn't survive the failover to a standby")
              .fix("set slot.failover=true; before PostgreSQL 17 it has no effect")
              .seen("PostgreSQL 17")
              .when(setup -> setup.unless("slot.failover", "true")),
          warning("slot-retries-short")
              .because(
                  "after a crash the old WAL sender holds the slot for wal_sender_timeout, 60 s")
              .fix("let slot.max.retries times slot.retry.delay.ms be 60 s or more")
              .seen("aiven/devportal#1425")
              .when(DatabaseRules::shortRetries),
          refused("snapshot-hides-loss")
              .because(
                  "after a lost slot it goes on as if nothing had happened: transient events are gone")
              .fix("set snapshot.mode=no_data")
              .seen("measured on Debezium 3.7.0: 2 of 5 events, no error")
              .when(setup -> setup.when("snapshot.mode", "when_needed")),
          refused("snapshot-republishes")
              .because("every row that is kept in the outbox is published again")
              .fix("set snapshot.mode=no_data; outbox_resend publishes what has to be sent again")
              .seen("Debezium's manual; EventRouter routes snapshot rows like inserts")
              .when(setup -> setup.when("snapshot.mode", "initial", "always")),
          refused("snapshot-never-streams")
              .because("the connector stops after the snapshot, and no event is read from the WAL")
              .fix("set snapshot.mode=no_data")
              .seen("Debezium's manual")
              .when(setup -> setup.when("snapshot.mode", "initial_only")),
          refused("snapshot-unknown")
              .because(
                  "nobody can say from here what it does after a lost slot, or 3.7 has no such mode")
              .fix("set snapshot.mode=no_data")
              .seen("never and exported are gone since 3.3, DBZ-8171")
              .when(
                  setup ->
                      setup.unless(
                          "snapshot.mode",
                          "no_data",
                          "when_needed",
                          "initial",
                          "always",
                          "initial_only")),
          warning("status-rare")
              .because(
                  "the server ends a connection without a status after wal_sender_timeout, 60 s")
              .fix("set status.update.interval.ms=10000")
              .seen("PostgreSQL's manual")
              .when(
                  setup -> setup.number("status.update.interval.ms", millis -> millis >= 60_000)));

  private DatabaseRules() {}

  private static Stream<Found> shortRetries(Setup setup) {
    long retries = setup.number("slot.max.retries").orElse(6);
    long delay = setup.number("slot.retry.delay.ms").orElse(10_000);
    boolean isShort = (double) retries * delay < 60_000;
    String key = setup.has("slot.max.retries") ? "slot.max.retries" : "slot.retry.delay.ms";
    return isShort ? Stream.of(setup.found(key)) : Stream.empty();
  }
}
