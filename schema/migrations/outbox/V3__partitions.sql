-- Outboxes in partitions: RETAINED rows, one partition per day, so that a day is removed by dropping a
-- table and not by deleting rows.
--
-- Needs the rights of the table's owner only. Everything is created in the first schema of the
-- search_path. What the functions do is written for operators in schema/README.md#partitions.

-- WAL position at which a partition had all rows that it will ever get. A slot that has confirmed this
-- position has confirmed them all.
CREATE TABLE outbox_partition_ends (
  partition regclass    NOT NULL,
  ends      timestamptz NOT NULL,
  cluster   text        NOT NULL,
  lsn       pg_lsn      NOT NULL,
  noted_at  timestamptz NOT NULL DEFAULT now(),

  CONSTRAINT outbox_partition_ends_pkey PRIMARY KEY (partition)
);

COMMENT ON TABLE outbox_partition_ends IS
  'Kept by outbox_drop_partitions: the WAL position behind the last row of each partition whose day has ended.';
COMMENT ON COLUMN outbox_partition_ends.ends IS 'Upper bound of the partition, exclusive.';
COMMENT ON COLUMN outbox_partition_ends.cluster IS
  'System identifier and timeline to which the position belongs; after a restore or a failover it is noted anew.';

CREATE FUNCTION outbox_partitions(
  outbox regclass, OUT partition regclass, OUT starts timestamptz, OUT ends timestamptz
) RETURNS SETOF record
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC' -- bounds are printed and read here
SET datestyle = 'ISO'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM pg_partitioned_table AS partitioned JOIN pg_attribute AS key ON key.attrelid = partrelid
    WHERE partrelid = outbox AND partstrat = 'r' AND partnatts = 1
      AND key.attname = 'created_at' AND key.attnum = partattrs[0]) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'wrong_object_type',
      MESSAGE = format('%s is no partitioned outbox: expected a table that is partitioned by range of created_at.',
                       coalesce(outbox::text, 'NULL')),
      HINT = 'outbox_create_partitioned makes one.';
  END IF;

  RETURN QUERY
  SELECT inhrelid::regclass,
         CASE bound[1] WHEN 'MINVALUE' THEN '-infinity' ELSE trim('''' FROM bound[1])::timestamptz END AS lower_bound,
         CASE bound[2] WHEN 'MAXVALUE' THEN 'infinity' ELSE trim('''' FROM bound[2])::timestamptz END
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid,
       LATERAL pg_get_expr(relpartbound, inhrelid) AS bounds,
       LATERAL (SELECT regexp_match(bounds, '^FOR VALUES FROM \((.+)\) TO \((.+)\)$')) AS match (bound)
  WHERE inhparent = outbox AND bounds IS NOT NULL -- as they are for a table that has just been dropped
  ORDER BY lower_bound;
END
$function$;

-- created_at is the start of the transaction: one that began before the end may still add a row.
CREATE FUNCTION outbox_partition_open_because(partition regclass, ends timestamptz) RETURNS text
LANGUAGE sql VOLATILE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT CASE
    -- now(), because pg_stat_activity doesn't change any more once this transaction has looked at it.
    WHEN (ends <= now()) IS NOT TRUE THEN 'it has not ended'
    WHEN EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'relation' AND relation = partition AND pid IS NULL
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    THEN 'a prepared transaction has rows in it (see pg_prepared_xacts)'
    ELSE (
      SELECT CASE WHEN xact_start IS NOT NULL THEN format('process %s is in a transaction that began before the end', pid)
             ELSE format('the transaction of process %s is hidden and may have begun before the end (GRANT pg_read_all_stats TO %I)', pid, current_user)
             END
      FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'virtualxid' AND mode = 'ExclusiveLock'
        AND datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type IS DISTINCT FROM 'autovacuum worker'
        AND (xact_start < ends OR xact_start IS NULL AND (query = '<insufficient privilege>' OR state = 'disabled'))
      ORDER BY xact_start
      LIMIT 1)
  END
$function$;

CREATE FUNCTION outbox_cluster() RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT concat(system_identifier, '/', left(pg_walfile_name(pg_current_wal_lsn()), 8)) FROM pg_control_system()
$function$;

-- Why a slot has not confirmed everything before lsn, or NULL.
CREATE FUNCTION outbox_slot_behind_because(slot name, lsn pg_lsn) RETURNS text
LANGUAGE sql VOLATILE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT CASE
    WHEN found.slot_name IS NULL THEN format('slot %I does not exist', slot)
    WHEN found.database IS DISTINCT FROM current_database() OR found.confirmed_flush_lsn IS NULL
    THEN format('slot %I is no logical slot of this database, or not ready', slot)
    WHEN found.wal_status = 'lost' THEN format('slot %I is lost', slot)
    WHEN found.confirmed_flush_lsn < lsn
    THEN format('slot %I has confirmed %s, the last row lies before %s', slot, found.confirmed_flush_lsn, lsn)
  END
  FROM (VALUES (slot)) AS named (slot_name) LEFT JOIN pg_replication_slots AS found USING (slot_name)
$function$;

-- ---------------------------------------------------------------------------------------------------
-- The others call each other. Their search_path names no schema in which somebody else may create what
-- would then be called instead; so the schema is written into their calls, for outbox_home.
-- ---------------------------------------------------------------------------------------------------

DO $block$
BEGIN
  EXECUTE pg_catalog.replace(pg_catalog.replace($definitions$

-- A new table that is attached, and not CREATE TABLE … PARTITION OF: that would lock out all writers.
-- It is empty, so there is nothing to scan and no CHECK is needed to spare the scan.
CREATE FUNCTION outbox_create_partitions(
  outbox regclass, days_ahead integer DEFAULT 7, first_day date DEFAULT (now() AT TIME ZONE 'UTC')::date
) RETURNS integer
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET datestyle = 'ISO'
AS $function$
DECLARE
  default_partition regclass;
  home regnamespace;
  outbox_name name;
  outbox_owner regrole;
  gap tstzrange;
  partition_name text;
  made integer := 0;
BEGIN
  SELECT partition INTO default_partition FROM outbox_home.outbox_partitions(outbox) WHERE starts IS NULL;
  IF FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = format('%s has a default partition: each new partition would lock and scan %s.', outbox, default_partition),
      HINT = 'Detach it, make the partitions, then move its rows.';
  END IF;
  IF (days_ahead BETWEEN 0 AND 366 AND isfinite(first_day)) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = format('Partitions of %s: expected 0 to 366 days ahead of a day, found %s days ahead of %s.',
                       outbox, coalesce(days_ahead::text, 'NULL'), coalesce(first_day::text, 'NULL'));
  END IF;
  SELECT relnamespace, relname, relowner INTO STRICT home, outbox_name, outbox_owner FROM pg_class WHERE oid = outbox;
  IF octet_length(outbox_name) > 50 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_name',
      MESSAGE = format('Partitioned outbox %s: expected a name of at most 50 bytes, found %s bytes.',
                       outbox, octet_length(outbox_name)),
      HINT = 'PostgreSQL cuts names after 63 bytes, and partitions are named <table>_p<yyyymmdd>.';
  END IF;

  -- Two calls at once would make the same partitions. Writers wait neither for this lock nor behind it.
  EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', outbox);

  -- What counts is the bounds, not the names: somebody may have made partitions of other lengths.
  FOR gap IN
    SELECT unnest(tstzmultirange(tstzrange(day, day + interval '1 day')) - taken)
    FROM generate_series(first_day::timestamptz, first_day::timestamptz + make_interval(days => days_ahead), interval '1 day') AS day,
         (SELECT coalesce(range_agg(tstzrange(starts, ends)), '{}') FROM outbox_home.outbox_partitions(outbox)) AS partitions (taken)
    ORDER BY 1
  LOOP
    SELECT format('%s.%I', home, candidate) INTO STRICT partition_name
    FROM generate_series(0, 99) AS nr,
         concat(outbox_name, to_char(lower(gap), '"_p"YYYYMMDD'), '_' || nullif(nr, 0)) AS candidate
    WHERE to_regclass(format('%s.%I', home, candidate)) IS NULL
    ORDER BY nr
    LIMIT 1;
    -- No INCLUDING IDENTITY: positions come from the parent.
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING CONSTRAINTS INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', partition_name, outbox);
    EXECUTE format('ALTER TABLE %s OWNER TO %s', partition_name, outbox_owner);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', outbox, partition_name, lower(gap), upper(gap));
    made := made + 1;
  END LOOP;
  RETURN made;
END
$function$;

CREATE FUNCTION outbox_create_partitioned(
  schema_name text, table_name text, days_ahead integer DEFAULT 7,
  slot_name text DEFAULT 'outbox', publication_name text DEFAULT 'outbox', shards integer DEFAULT 1
) RETURNS regclass
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
  original CONSTANT regclass := outbox_original;
  name text;
  outbox regclass;
BEGIN
  IF table_name ~ '[^[:space:]]' IS NOT TRUE
     OR NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = schema_name AND nspname !~ '^pg_') THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_name',
      MESSAGE = format('Partitioned outbox: expected a schema of database %I and a name for the table, found schema %L and table %L.',
                       current_database(), schema_name, table_name),
      HINT = 'Give the names as they stand in the catalog, without quotes; CREATE SCHEMA comes first.';
  END IF;
  name := format('%I.%I', schema_name, table_name);

  -- Two calls at once would both find no table.
  PERFORM pg_advisory_xact_lock(hashtextextended('org.outboxconnect.outbox_create', 0));
  IF to_regclass(name) IS NULL THEN
    EXECUTE format(
      'CREATE TABLE %s (LIKE %s INCLUDING CONSTRAINTS INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING STORAGE INCLUDING COMPRESSION INCLUDING COMMENTS, PRIMARY KEY (id, created_at)) PARTITION BY RANGE (created_at)',
      name, original);
    EXECUTE format('CREATE INDEX ON %s (position) WHERE published_at IS NULL', name);
    EXECUTE format('COMMENT ON TABLE %s IS %L', name,
      'Events to publish on Kafka, kept by days. Write through the function with suffix _append; outbox_create_partitions has to run each day.');
  END IF;
  outbox := name::regclass;
  PERFORM outbox_home.outbox_create_partitions(outbox, days_ahead);
  RETURN outbox_home.outbox_create(schema_name, table_name, slot_name, publication_name, shards);
END
$function$;

CREATE FUNCTION outbox_note_partition_ends(outbox regclass) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
  ended record;
BEGIN
  DELETE FROM outbox_home.outbox_partition_ends AS note
  WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = note.partition AND relispartition)
     OR EXISTS (
       SELECT FROM outbox_home.outbox_partitions(outbox) AS found
       WHERE found.partition = note.partition AND (found.ends, outbox_home.outbox_cluster()) IS DISTINCT FROM (note.ends, note.cluster));

  FOR ended IN
    SELECT found.partition, found.ends FROM outbox_home.outbox_partitions(outbox) AS found
    WHERE found.ends <= now()
      AND NOT EXISTS (SELECT FROM outbox_home.outbox_partition_ends AS note WHERE note.partition = found.partition)
  LOOP
    IF outbox_home.outbox_partition_open_because(ended.partition, ended.ends) IS NULL THEN
      -- The insert position: pg_current_wal_lsn() may lie before an asynchronous commit.
      INSERT INTO outbox_home.outbox_partition_ends (partition, ends, cluster, lsn)
      VALUES (ended.partition, ended.ends, outbox_home.outbox_cluster(), pg_current_wal_insert_lsn())
      ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
END
$function$;

-- All reasons against dropping a partition, or NULL.
CREATE FUNCTION outbox_partition_kept_because(outbox regclass, candidate regclass, slots name[]) RETURNS text
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
  upper_bound timestamptz;
  partition_name text;
  end_lsn pg_lsn;
  unpublished bigint;
  reasons text[];
BEGIN
  -- Its name, because the regclass of a table that is dropped meanwhile turns into a number.
  SELECT ends, format('%s.%I', relnamespace::regnamespace, relname) INTO upper_bound, partition_name
  FROM outbox_home.outbox_partitions(outbox) JOIN pg_class ON oid = partition
  WHERE partition = candidate;
  IF NOT FOUND THEN
    RETURN format('it is no partition of %s any more', outbox);
  END IF;

  SELECT lsn INTO end_lsn FROM outbox_home.outbox_partition_ends
  WHERE partition = candidate AND ends = upper_bound AND cluster = outbox_home.outbox_cluster();
  IF NOT FOUND THEN
    reasons := ARRAY[coalesce(outbox_home.outbox_partition_open_because(candidate, upper_bound), 'its end is not noted yet')];
  END IF;

  BEGIN
    EXECUTE format('SELECT min(position) FROM %s WHERE published_at IS NULL', partition_name) INTO unpublished;
  EXCEPTION
    WHEN undefined_table THEN
      RETURN format('it is no partition of %s any more', outbox);
  END;
  IF unpublished IS NOT NULL THEN
    reasons := reasons || format('it holds rows that are not known to be published, the first at position %s', unpublished);
  END IF;

  reasons := reasons || ARRAY(SELECT outbox_home.outbox_slot_behind_because(slot, end_lsn) FROM unnest(slots) AS slot);
  RETURN nullif(array_to_string(reasons, '; '), '');
END
$function$;

CREATE FUNCTION outbox_expired_partitions(
  outbox regclass, keep interval, slots name[],
  OUT partition regclass, OUT ends timestamptz, OUT kept_because text
) RETURNS SETOF record
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC' -- a day of keep has 24 hours
AS $function$
#variable_conflict use_column
BEGIN
  IF (keep >= interval '0' AND isfinite(keep)) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = format('Partitions of %s: expected a time to keep them of 0 or more, found %s.', outbox, coalesce(keep::text, 'NULL'));
  END IF;
  IF slots IS NULL OR array_position(slots, NULL) IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = format('Partitions of %s: expected the names of all slots that must have confirmed them, found NULL.', outbox),
      HINT = 'Give ''{outbox}'', or ''{}'' if no relay reads this outbox through a slot.';
  END IF;

  RETURN QUERY
  SELECT partition, ends, outbox_home.outbox_partition_kept_because(outbox, partition, slots)
  FROM outbox_home.outbox_partitions(outbox)
  WHERE ends + keep <= now();
END
$function$;

-- One attempt in one transaction. Never waits for long: all writers wait behind a waiting lock.
CREATE FUNCTION outbox_drop_partition(
  outbox regclass, candidate regclass, slots name[], OUT kept_because text, OUT try_again boolean
)
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '100ms'
AS $function$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'active_sql_transaction',
      MESSAGE = 'outbox_drop_partition: expected READ COMMITTED, because rows are looked for after the lock is there.',
      HINT = 'CALL outbox_drop_partitions.';
  END IF;

  try_again := true;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('org.outboxconnect.outbox_drop_partition', outbox::oid::bigint)) THEN
    kept_because := 'another outbox_drop_partitions is at work';
    RETURN;
  END IF;
  kept_because := outbox_home.outbox_partition_kept_because(outbox, candidate, slots);
  IF kept_because IS NOT NULL THEN
    try_again := false;
    RETURN;
  END IF;

  -- Whoever has used the table for a second may go on for an hour.
  SELECT format('%s uses it%s',
                coalesce('process ' || pid, 'a prepared transaction (see pg_prepared_xacts)'),
                CASE WHEN xact_start IS NOT NULL THEN ' and has been in a transaction for longer than a second' END)
  INTO kept_because
  FROM pg_locks LEFT JOIN pg_stat_activity AS activity USING (pid)
  WHERE locktype = 'relation' AND granted AND relation IN (outbox, candidate)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND pid IS DISTINCT FROM pg_backend_pid()
    AND (xact_start < clock_timestamp() - interval '1 second') IS NOT FALSE
  LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;

  -- The parent first, as everybody does: the other way round there would be deadlocks.
  BEGIN
    EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', outbox);
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = candidate AND inhparent = outbox) THEN
      kept_because := format('it is no partition of %s any more', outbox);
      try_again := false;
      RETURN;
    END IF;
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', candidate);
    kept_because := outbox_home.outbox_partition_kept_because(outbox, candidate, slots); -- nobody writes any more
    IF kept_because IS NULL THEN
      EXECUTE format('DROP TABLE %s', candidate);
      DELETE FROM outbox_home.outbox_partition_ends WHERE partition = candidate;
    END IF;
    try_again := false;
  EXCEPTION
    WHEN lock_not_available THEN
      kept_because := 'other transactions use it all the time';
    WHEN dependent_objects_still_exist THEN
      kept_because := 'other objects depend on it: ' || SQLERRM;
      try_again := false;
  END;
END
$function$;

-- It commits after each step, which excludes SET clauses.
CREATE PROCEDURE outbox_drop_partitions(outbox regclass, keep interval, slots name[], attempts integer DEFAULT 20)
LANGUAGE plpgsql
AS $procedure$
DECLARE
  expired CONSTANT regclass[] := ARRAY(SELECT partition FROM outbox_home.outbox_expired_partitions(outbox, keep, slots));
  names CONSTANT text[] := expired;
  attempts_left integer := attempts;
  attempt record;
BEGIN
  IF (attempts >= 1) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('Partitions of %s: expected 1 or more attempts, found %s.', outbox, coalesce(attempts::text, 'NULL'));
  END IF;
  COMMIT;
  SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
  PERFORM outbox_home.outbox_note_partition_ends(outbox);

  FOR nr IN 1 .. pg_catalog.cardinality(expired) LOOP
    LOOP
      COMMIT;
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      attempt := outbox_home.outbox_drop_partition(outbox, expired[nr], slots);
      COMMIT;
      attempts_left := attempts_left - 1;
      EXIT WHEN attempt.kept_because IS NULL OR NOT attempt.try_again OR attempts_left < 1;
      PERFORM pg_catalog.pg_sleep(0.5); -- holds no lock
    END LOOP;
    IF attempt.kept_because IS NULL THEN
      RAISE NOTICE 'Dropped partition %.', names[nr];
    ELSE
      RAISE WARNING 'Kept partition %: %.', names[nr], attempt.kept_because;
    END IF;
  END LOOP;
END
$procedure$;

$definitions$,
    'outbox_home.', pg_catalog.quote_ident(current_schema()) || '.'),
    'outbox_original', pg_catalog.quote_literal(pg_catalog.quote_ident(current_schema()) || '.outbox'));
END
$block$;

COMMENT ON FUNCTION outbox_partitions(regclass) IS
  'The partitions of a partitioned outbox: from starts (inclusive) to ends (exclusive); both are NULL for a default partition.';
COMMENT ON FUNCTION outbox_create_partitions(regclass, integer, date) IS
  'Makes the partitions that are missing from first_day (today) to days_ahead days later, by days in UTC, and returns their number. Run it each day: an event of a day without a partition is refused.';
COMMENT ON FUNCTION outbox_create_partitioned(text, text, integer, text, text, integer) IS
  'Makes a partitioned outbox for retained events, with its write functions and first partitions: SELECT outbox_create_partitioned(''my_schema'', ''my_table'').';
COMMENT ON FUNCTION outbox_expired_partitions(regclass, interval, name[]) IS
  'The partitions that ended at least keep ago, and why outbox_drop_partitions would keep them; NULL if it would not.';
COMMENT ON PROCEDURE outbox_drop_partitions(regclass, interval, name[], integer) IS
  'Drops the partitions that ended at least keep ago, hold published rows only and are confirmed by every slot; says of each other one why it is kept. Run it each day, outside a transaction: CALL outbox_drop_partitions(''outbox'', ''7 days'', ''{outbox}'').';
COMMENT ON FUNCTION outbox_cluster() IS 'Part of outbox_drop_partitions.';
COMMENT ON FUNCTION outbox_note_partition_ends(regclass) IS 'Part of outbox_drop_partitions.';
COMMENT ON FUNCTION outbox_partition_open_because(regclass, timestamptz) IS 'Part of outbox_drop_partitions.';
COMMENT ON FUNCTION outbox_partition_kept_because(regclass, regclass, name[]) IS 'Part of outbox_drop_partitions.';
COMMENT ON FUNCTION outbox_slot_behind_because(name, pg_lsn) IS 'Part of outbox_drop_partitions.';
COMMENT ON FUNCTION outbox_drop_partition(regclass, regclass, name[]) IS 'Part of outbox_drop_partitions.';

REVOKE ALL ON ROUTINE
  outbox_partitions(regclass),
  outbox_create_partitions(regclass, integer, date),
  outbox_create_partitioned(text, text, integer, text, text, integer),
  outbox_cluster(),
  outbox_note_partition_ends(regclass),
  outbox_partition_open_because(regclass, timestamptz),
  outbox_slot_behind_because(name, pg_lsn),
  outbox_partition_kept_because(regclass, regclass, name[]),
  outbox_expired_partitions(regclass, interval, name[]),
  outbox_drop_partition(regclass, regclass, name[]),
  outbox_drop_partitions(regclass, interval, name[], integer)
FROM PUBLIC;
