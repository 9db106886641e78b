-- Housekeeping and recovery of outbox tables.
--
--   outbox_cleanup         deletes rows that were published long ago
--   outbox_mark_published  RETAINED under CDC: sets published_at once the relay has confirmed the rows
--   outbox_resend          after the slot was missing or lost: publishes the rows that were kept
--   outbox_change_shards   changes how many connectors share an outbox
--
-- Each takes the table as a parameter, so one set serves all outboxes of the database, and runs with the
-- rights of its caller. Needs V1 and the rights of the table's owner; run it in one transaction, in the
-- schema of V1, then run admin/1_roles.sql again.

-- Finds what outbox_cleanup deletes. Transient rows are born with published_at = created_at, the now() of
-- one transaction; rows that are published later differ. So a transient insert never touches this index.
-- See docs/rationale.md#why-does-the-index-of-cleanup-compare-two-columns.
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at <> created_at;

-- Small and hot for outbox_mark_published, and tells a slot's rows from those of the slot before it.
CREATE TABLE outbox_marks (
  outbox_table      regclass NOT NULL,
  system_identifier bigint   NOT NULL,
  slot_name         name     NOT NULL,
  shards            integer  NOT NULL,
  publication_entry text     NOT NULL,
  baseline          bigint   NOT NULL,
  noted_positions   bigint[],
  noted_lsn         pg_lsn,

  CONSTRAINT outbox_marks_pkey PRIMARY KEY (outbox_table)
);

COMMENT ON TABLE outbox_marks IS
  'What outbox_mark_published knows, one row per outbox. Written by the housekeeping functions only.';
COMMENT ON COLUMN outbox_marks.system_identifier IS
  'The server: in one that a dump was restored to, the rest means nothing.';
COMMENT ON COLUMN outbox_marks.slot_name IS 'The slot that the rest of the row speaks of.';
COMMENT ON COLUMN outbox_marks.shards IS 'How many slots share the rows, each with this number and its own in the name.';
COMMENT ON COLUMN outbox_marks.publication_entry IS
  'The rows of the catalog by which the publication had the table, with their versions: when it is taken out and put in again, or the publication altered, they are others, and rows in between may not have been published.';
COMMENT ON COLUMN outbox_marks.baseline IS
  'Last position handed out when the slot was there. Rows up to it may have been committed before the slot and are never marked.';
COMMENT ON COLUMN outbox_marks.noted_positions IS
  'Rows that were visible, and not marked, before noted_lsn was read.';
COMMENT ON COLUMN outbox_marks.noted_lsn IS
  'All commits of the noted rows lie before it. They are published once the slot has confirmed it.';

-- Whether it is an outbox that rows can be written to: not a view, nor a partition.
CREATE FUNCTION outbox_is_outbox(outbox regclass) RETURNS boolean
LANGUAGE sql STABLE
AS $function$
  SELECT pg_catalog.count(*) = 9
  FROM pg_catalog.pg_class AS relation
  JOIN pg_catalog.pg_attribute AS attribute ON attribute.attrelid = relation.oid
  JOIN (VALUES
    ('id'::name, 'uuid'::regtype), ('aggregate_type', 'text'), ('aggregate_id', 'text'), ('event_type', 'text'),
    ('payload', 'jsonb'), ('headers', 'jsonb'), ('created_at', 'timestamptz'), ('published_at', 'timestamptz'),
    ('position', 'bigint')) AS expected (column_name, column_type)
    ON expected.column_name = attribute.attname AND expected.column_type OPERATOR(pg_catalog.=) attribute.atttypid
  WHERE relation.oid OPERATOR(pg_catalog.=) outbox AND relation.relkind IN ('r', 'p') AND NOT relation.relispartition
    AND NOT attribute.attisdropped AND (attribute.attname <> 'position'::name OR attribute.attidentity <> '')
$function$;

COMMENT ON FUNCTION outbox_is_outbox(regclass) IS 'Part of the housekeeping functions.';

-- The parameters are named as the arguments of the public functions, and errors name the one that was called.
CREATE FUNCTION outbox_check_arguments(called text, batch integer, outbox regclass) RETURNS void
LANGUAGE plpgsql STABLE
AS $function$
BEGIN
  IF (batch >= 1) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('%s: expected a batch of at least 1 row, found %s.', called, coalesce(batch::text, 'NULL')),
      HINT = 'The batch is the largest number of rows of one call; leave it out for the default.';
  END IF;
  IF outbox_is_outbox(outbox) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'wrong_object_type',
      MESSAGE = pg_catalog.format('%s: expected an outbox, found %s.', called, coalesce(outbox::text, 'NULL')),
      HINT = 'An outbox is the table of migrations/outbox, or one that outbox_create has made.';
  END IF;
END
$function$;

COMMENT ON FUNCTION outbox_check_arguments(text, integer, regclass) IS 'Part of the housekeeping functions.';

-- The conditions are those under which outbox_write deletes its row, which says them without words for
-- the sake of speed; RelayObstacleIT holds the two together.
CREATE FUNCTION outbox_relay_obstacle(
  outbox regclass DEFAULT 'outbox', slot name DEFAULT 'outbox', publication name DEFAULT 'outbox',
  shards integer DEFAULT 1
) RETURNS text
LANGUAGE plpgsql VOLATILE
AS $function$
DECLARE
  obstacle text;
BEGIN
  IF (shards >= 1) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('Outbox %s: expected 1 or more shards, found %s.', outbox, coalesce(shards::text, 'NULL'));
  END IF;
  FOR shard IN 0 .. shards - 1 LOOP
    obstacle := outbox_shard_obstacle(
      outbox, outbox_shard_name(slot::text, shards, shard), outbox_shard_name(publication::text, shards, shard),
      outbox_shard_filter(shards, shard));
    EXIT WHEN obstacle IS NOT NULL;
  END LOOP;
  RETURN obstacle;
END
$function$;

COMMENT ON FUNCTION outbox_relay_obstacle(regclass, name, name, integer) IS
  'What keeps an event that is written now from the CDC relay, or from one of its shards, in words; NULL if nothing does.';

CREATE FUNCTION outbox_shard_obstacle(outbox regclass, slot text, publication text, filter text) RETURNS text
LANGUAGE plpgsql VOLATILE
AS $function$
DECLARE
  found_slot record;
BEGIN
  SELECT * INTO found_slot FROM pg_catalog.pg_replication_slots AS s
  WHERE s.slot_name = slot AND s.database = pg_catalog.current_database();
  RETURN CASE
    WHEN NOT FOUND
      THEN pg_catalog.format('slot "%s" does not exist in database %I', slot, pg_catalog.current_database())
    WHEN found_slot.temporary
      THEN pg_catalog.format('slot "%s" is temporary', slot)
    WHEN found_slot.wal_status = 'lost'
      THEN pg_catalog.format('slot "%s" is lost', slot)
    WHEN found_slot.confirmed_flush_lsn IS NULL
      THEN pg_catalog.format('slot "%s" is still being made', slot)
    WHEN NOT EXISTS (SELECT FROM pg_catalog.pg_publication AS p WHERE p.pubname = publication)
      THEN pg_catalog.format('publication "%s" does not exist in database %I', publication, pg_catalog.current_database())
    WHEN filter IS NOT NULL
      THEN outbox_filter_obstacle(outbox, publication, filter)
    WHEN NOT EXISTS (
      SELECT FROM pg_catalog.pg_publication AS p
      LEFT JOIN pg_catalog.pg_publication_rel AS entry
        ON entry.prpubid = p.oid AND entry.prrelid OPERATOR(pg_catalog.=) outbox
      WHERE p.pubname = publication AND p.pubinsert
        AND (p.puballtables OR entry.oid IS NOT NULL AND pg_catalog.to_jsonb(entry) ->> 'prqual' IS NULL)) -- from 15 on
      THEN pg_catalog.format('publication "%s" does not publish all inserts of %s', publication, outbox)
  END;
END
$function$;

COMMENT ON FUNCTION outbox_shard_obstacle(regclass, text, text, text) IS 'Part of outbox_relay_obstacle.';

-- By plpgsql, which looks only at what it runs: PostgreSQL 14 has none of this. A publication that has the
-- whole schema, too, doesn't filter, and neither does one that shows partitions under their own names.
CREATE FUNCTION outbox_filter_obstacle(outbox regclass, publication text, filter text) RETURNS text
LANGUAGE plpgsql VOLATILE
AS $function$
BEGIN
  RETURN CASE WHEN NOT EXISTS (
    SELECT FROM pg_catalog.pg_publication AS p
    JOIN pg_catalog.pg_publication_rel AS entry
      ON entry.prpubid = p.oid AND entry.prrelid OPERATOR(pg_catalog.=) outbox
    JOIN pg_catalog.pg_class AS c ON c.oid = entry.prrelid
    WHERE p.pubname = publication AND p.pubinsert AND (p.pubviaroot OR c.relkind = 'r')
      AND pg_catalog.pg_get_expr(entry.prqual, entry.prrelid) = filter
      AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_publication_namespace AS unfiltered
        WHERE unfiltered.pnpubid = p.oid AND unfiltered.pnnspid = c.relnamespace))
    THEN pg_catalog.format('publication "%s" does not publish exactly the inserts of %s with %s', publication, outbox, filter)
  END;
END
$function$;

COMMENT ON FUNCTION outbox_filter_obstacle(regclass, text, text) IS 'Part of outbox_relay_obstacle.';

-- Deletes by id, so that the caller needs no right to read more than the columns named here.
CREATE FUNCTION outbox_cleanup(
  keep interval, batch integer DEFAULT 10000, outbox regclass DEFAULT 'outbox'
) RETURNS integer
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off
AS $function$
DECLARE
  cutoff CONSTANT timestamptz := pg_catalog.now() - keep;
  deleted integer;
BEGIN
  PERFORM outbox_check_arguments('outbox_cleanup', batch, outbox);
  -- Not keep itself: '1 month -29 days' is positive and ends in the future from a February on.
  IF (cutoff <= pg_catalog.now()) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('outbox_cleanup: expected a time to keep published rows, found %s.', coalesce(keep::text, 'NULL')),
      HINT = 'For example outbox_cleanup(''7 days'').';
  END IF;

  EXECUTE pg_catalog.format(
    'DELETE FROM %1$s WHERE id = ANY (ARRAY(
       SELECT id FROM %1$s
       WHERE published_at < $1 AND published_at <> created_at
       ORDER BY published_at LIMIT $2
       FOR UPDATE SKIP LOCKED))
     AND published_at < $1 AND published_at <> created_at', outbox) -- partitions may have an id twice
  USING cutoff, batch;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END
$function$;

COMMENT ON FUNCTION outbox_cleanup(interval, integer, regclass) IS
  'Deletes up to batch rows that were published more than keep ago, oldest first, and returns their number. Never an unpublished row. The clock is the database''s. Repeat while it returns the batch.';

-- Deliberately not max(position): rows that are not committed yet have positions, too.
CREATE FUNCTION outbox_last_position(outbox regclass) RETURNS bigint
LANGUAGE plpgsql VOLATILE
AS $function$
DECLARE
  last_position bigint;
BEGIN
  EXECUTE pg_catalog.format(
    'SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM %s',
    pg_catalog.pg_get_serial_sequence(outbox::text, 'position'))
  INTO STRICT last_position;
  RETURN last_position;
END
$function$;

COMMENT ON FUNCTION outbox_last_position(regclass) IS 'Part of outbox_mark_published and outbox_resend.';

-- The rows of the catalog by which the publications of all shards have the table, and their versions.
CREATE FUNCTION outbox_publication_entry(outbox regclass, publication name, shards integer) RETURNS text
LANGUAGE sql STABLE
AS $function$
  SELECT pg_catalog.string_agg(pg_catalog.concat_ws(' ', p.oid, p.xmin, entry.oid, entry.xmin), ' ' ORDER BY shard)
  FROM pg_catalog.generate_series(0, shards - 1) AS shard
  JOIN pg_catalog.pg_publication AS p ON p.pubname = outbox_shard_name(publication::text, shards, shard)
  LEFT JOIN pg_catalog.pg_publication_rel AS entry
    ON entry.prpubid = p.oid AND entry.prrelid OPERATOR(pg_catalog.=) outbox
$function$;

COMMENT ON FUNCTION outbox_publication_entry(regclass, name, integer) IS 'Part of outbox_mark_published and outbox_resend.';

-- NULL if nothing is known, or if what is known speaks of another server, slot or publication, or of other shards.
CREATE FUNCTION outbox_baseline(outbox regclass, slot name, publication name, shards integer) RETURNS bigint
LANGUAGE sql STABLE
AS $function$
  SELECT mark.baseline
  FROM outbox_marks AS mark
  JOIN pg_catalog.pg_control_system() AS server ON server.system_identifier = mark.system_identifier
  WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox
    AND mark.slot_name = slot AND mark.shards = outbox_baseline.shards
    AND mark.publication_entry = outbox_publication_entry(outbox, publication, outbox_baseline.shards)
$function$;

COMMENT ON FUNCTION outbox_baseline(regclass, name, name, integer) IS 'Part of outbox_mark_published and outbox_resend.';

-- The position is read after the slot was seen: what gets a higher one is committed after it.
CREATE FUNCTION outbox_start_marks(outbox regclass, slot name, publication name, shards integer) RETURNS void
LANGUAGE sql VOLATILE
AS $function$
  INSERT INTO outbox_marks AS mark (outbox_table, system_identifier, slot_name, shards, publication_entry, baseline)
  SELECT outbox, server.system_identifier, slot, shards, outbox_publication_entry(outbox, publication, shards),
         outbox_last_position(outbox)
  FROM pg_catalog.pg_control_system() AS server
  ON CONFLICT (outbox_table) DO UPDATE SET
    system_identifier = excluded.system_identifier, slot_name = excluded.slot_name, shards = excluded.shards,
    publication_entry = excluded.publication_entry, baseline = excluded.baseline,
    noted_positions = NULL, noted_lsn = NULL
$function$;

COMMENT ON FUNCTION outbox_start_marks(regclass, name, name, integer) IS 'Part of outbox_mark_published and outbox_resend.';

CREATE FUNCTION outbox_slot_made(
  slot name DEFAULT 'outbox', publication name DEFAULT 'outbox', only_without_marks boolean DEFAULT false,
  shards integer DEFAULT 1
) RETURNS integer
LANGUAGE plpgsql VOLATILE
AS $function$
DECLARE
  outbox regclass;
  obstacle text;
  outboxes integer := 0;
BEGIN
  FOR outbox IN
    SELECT c.oid
    FROM pg_catalog.pg_publication_tables AS t
    JOIN pg_catalog.pg_namespace AS n ON n.nspname = t.schemaname
    JOIN pg_catalog.pg_class AS c ON c.relnamespace = n.oid AND c.relname = t.tablename
    WHERE t.pubname = outbox_shard_name(publication::text, shards, 0) AND outbox_is_outbox(c.oid::regclass) AND pg_catalog.pg_has_role(c.relowner, 'USAGE')
  LOOP
    CONTINUE WHEN only_without_marks AND outbox_baseline(outbox, slot, publication, shards) IS NOT NULL;
    -- Another set is still read; outbox_change_shards takes the marks over from it.
    CONTINUE WHEN EXISTS (
      SELECT FROM outbox_marks AS mark
      WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox
        AND mark.slot_name = slot AND mark.shards <> outbox_slot_made.shards);
    obstacle := outbox_relay_obstacle(outbox, slot, publication, shards);
    CONTINUE WHEN only_without_marks AND obstacle IS NOT NULL;
    IF obstacle IS NOT NULL THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = pg_catalog.format('outbox_slot_made: expected a slot that a relay can read, but %s.', obstacle),
        HINT = 'Run admin/3_slot.sql, which makes the slot and then calls this function.';
    END IF;
    PERFORM outbox_start_marks(outbox, slot, publication, shards);
    outboxes := outboxes + 1;
  END LOOP;
  RETURN outboxes;
END
$function$;

COMMENT ON FUNCTION outbox_slot_made(name, name, boolean, integer) IS
  'To be called right after a slot, or the last of several shards, was made, as admin/3_slot.sql does: rows that the outboxes of the publication have up to now are not taken for published when the slot moves on. Leaves out those of other owners, which start with their first outbox_mark_published. For a slot that was there already: only_without_marks, so that a further outbox begins to be marked. Returns the number of outboxes.';

CREATE FUNCTION outbox_slot_gone(slot name DEFAULT 'outbox', shards integer DEFAULT 1) RETURNS boolean
LANGUAGE plpgsql VOLATILE
AS $function$
BEGIN
  DELETE FROM outbox_marks AS mark
  WHERE mark.slot_name = slot AND mark.shards = outbox_slot_gone.shards;
  RETURN FOUND;
END
$function$;

COMMENT ON FUNCTION outbox_slot_gone(name, integer) IS
  'Forgets what is known about a slot that is missing or lost, or of which a shard is, and tells whether there was anything. admin/3_slot.sql calls and commits it before it makes the slot again.';

-- What every shard has confirmed; NULL if one has no slot. The next one may be behind, so its rows would not
-- be published.
CREATE FUNCTION outbox_confirmed(slot name, shards integer) RETURNS pg_lsn
LANGUAGE sql VOLATILE
AS $function$
  SELECT pg_catalog.min(s.confirmed_flush_lsn)
  FROM pg_catalog.generate_series(0, shards - 1) AS shard
  JOIN pg_catalog.pg_replication_slots AS s ON s.slot_name = outbox_shard_name(slot::text, shards, shard)
  HAVING pg_catalog.count(s.confirmed_flush_lsn) = shards
$function$;

COMMENT ON FUNCTION outbox_confirmed(name, integer) IS 'Part of outbox_mark_published and outbox_change_shards.';

-- Two phases, because no row says when it was committed: note visible rows and then the end of the WAL,
-- which all their commits precede; mark them when the slot has confirmed that LSN. See
-- docs/rationale.md#why-does-outbox_mark_published-need-two-calls.
CREATE FUNCTION outbox_mark_published(
  batch integer DEFAULT 10000, outbox regclass DEFAULT 'outbox',
  slot name DEFAULT 'outbox', publication name DEFAULT 'outbox', shards integer DEFAULT 1
) RETURNS integer
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off
AS $function$
DECLARE
  obstacle text;
  state record;
  confirmed boolean;
  marked integer := 0;
  visible bigint[];
BEGIN
  PERFORM outbox_check_arguments('outbox_mark_published', batch, outbox);
  IF pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'active_sql_transaction',
      MESSAGE = 'outbox_mark_published: expected a transaction that has written nothing yet, found one that has.',
      HINT = 'Call it in a transaction of its own: rows that this one has written would be noted before they are committed.';
  END IF;
  obstacle := outbox_relay_obstacle(outbox, slot, publication, shards);
  IF obstacle IS NOT NULL THEN
    DELETE FROM outbox_marks AS mark
    WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox
      AND mark.slot_name = slot AND mark.shards = outbox_mark_published.shards;
    RAISE WARNING 'outbox_mark_published: nothing is marked, because %.', obstacle;
    RETURN 0;
  END IF;

  IF outbox_baseline(outbox, slot, publication, shards) IS NULL THEN
    PERFORM outbox_start_marks(outbox, slot, publication, shards);
    RETURN 0;
  END IF;
  SELECT * INTO state FROM outbox_marks AS mark
  WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0; -- another call is at it
  END IF;

  -- An LSN that lies ahead is one of another history: the note says nothing here.
  IF state.noted_lsn <= pg_catalog.pg_current_wal_insert_lsn() THEN
    confirmed := outbox_confirmed(slot, shards) >= state.noted_lsn;
    IF confirmed IS NOT TRUE THEN
      RETURN 0;
    END IF;
    EXECUTE pg_catalog.format(
      'UPDATE %1$s SET published_at = pg_catalog.now()
       WHERE published_at IS NULL AND position = ANY (ARRAY(
         SELECT position FROM %1$s
         WHERE published_at IS NULL AND position = ANY ($1)
         ORDER BY position
         FOR NO KEY UPDATE SKIP LOCKED))', outbox)
    USING state.noted_positions;
    GET DIAGNOSTICS marked = ROW_COUNT;
  END IF;

  EXECUTE pg_catalog.format(
    'SELECT pg_catalog.array_agg(position) FROM (
       SELECT position FROM %s
       WHERE published_at IS NULL AND position > $1
       ORDER BY position LIMIT $2) AS visible', outbox)
  INTO visible
  USING state.baseline, batch;
  -- A statement of its own: the LSN has to be read after the snapshot.
  UPDATE outbox_marks AS mark
  SET noted_positions = visible,
      noted_lsn = CASE WHEN visible IS NOT NULL THEN pg_catalog.pg_current_wal_insert_lsn() END
  WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox;
  RETURN marked;
END
$function$;

COMMENT ON FUNCTION outbox_mark_published(integer, regclass, name, name, integer) IS
  'Sets published_at of the rows that the last call noted, if the slot has confirmed them, notes up to batch further ones and returns how many it marked. For RETAINED rows that a CDC relay publishes; to be called every few seconds.';

-- There is no default for keep_rows, so that nobody deletes a retained history by accident.
CREATE FUNCTION outbox_resend(
  keep_rows boolean, batch integer DEFAULT 1000, outbox regclass DEFAULT 'outbox',
  slot name DEFAULT 'outbox', publication name DEFAULT 'outbox', shards integer DEFAULT 1
) RETURNS integer
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off
AS $function$
DECLARE
  obstacle text;
  last_kept bigint := 9223372036854775807;
  columns text;
  taken bigint;
  resent_ids uuid[];
  deleted bigint;
BEGIN
  PERFORM outbox_check_arguments('outbox_resend', batch, outbox);
  IF keep_rows IS NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = 'outbox_resend: expected keep_rows to be true or false, found NULL.',
      HINT = 'True for an outbox whose rows are kept (RETAINED), false for one whose rows are deleted at once (TRANSIENT).';
  END IF;

  obstacle := outbox_relay_obstacle(outbox, slot, publication, shards);
  IF obstacle IS NULL AND keep_rows THEN
    -- Rows above the baseline are on their way by themselves. Holds up outbox_mark_published, too.
    IF outbox_baseline(outbox, slot, publication, shards) IS NULL THEN
      PERFORM outbox_start_marks(outbox, slot, publication, shards);
    END IF;
    SELECT mark.baseline INTO STRICT last_kept FROM outbox_marks AS mark
    WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox FOR UPDATE;
  END IF;

  IF obstacle IS NULL THEN
    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(attribute.attname), ', ' ORDER BY attribute.attnum) INTO columns
    FROM pg_catalog.pg_attribute AS attribute
    WHERE attribute.attrelid OPERATOR(pg_catalog.=) outbox AND attribute.attnum > 0 AND NOT attribute.attisdropped
      AND attribute.attidentity = '' AND attribute.attgenerated = '' AND attribute.attname <> 'published_at'::name;
    -- The sort reads all of "kept" before the first insert, so no id is there twice. Rows that will be
    -- deleted again get published_at, as those of outbox_write do.
    EXECUTE pg_catalog.format(
      'WITH taken AS (
         SELECT id FROM %1$s
         WHERE published_at IS NULL AND position <= $1
         ORDER BY position LIMIT $2
         FOR UPDATE),
       kept AS (
         DELETE FROM %1$s
         WHERE id = ANY (ARRAY(SELECT id FROM taken)) AND published_at IS NULL AND position <= $1
         RETURNING *),
       resent AS (
         INSERT INTO %1$s (%2$s, published_at)
         SELECT %2$s, CASE WHEN NOT $3 THEN created_at END FROM kept ORDER BY position
         RETURNING id)
       SELECT (SELECT pg_catalog.count(*) FROM taken), pg_catalog.array_agg(id) FROM resent', outbox, columns)
    INTO taken, resent_ids
    USING last_kept, batch, keep_rows;
    IF taken <> coalesce(pg_catalog.cardinality(resent_ids), 0) THEN
      RAISE EXCEPTION USING
        ERRCODE = 'triggered_action_exception',
        MESSAGE = pg_catalog.format('outbox_resend: took %s rows of %s, and put %s back.',
                                    taken, outbox, coalesce(pg_catalog.cardinality(resent_ids), 0)),
        HINT = 'Look for a trigger of the table that skips rows: an event would be lost. Nothing has been changed.';
    END IF;
    IF NOT keep_rows THEN
      EXECUTE pg_catalog.format('DELETE FROM %s WHERE id = ANY ($1) AND published_at = created_at', outbox) USING resent_ids;
      GET DIAGNOSTICS deleted = ROW_COUNT;
    END IF;
    IF deleted <> taken THEN
      RAISE EXCEPTION USING
        ERRCODE = 'triggered_action_exception',
        MESSAGE = pg_catalog.format('outbox_resend: sent %s rows of %s, and could delete %s of them.', taken, outbox, deleted),
        HINT = 'Look for a trigger of the table that keeps or changes rows. Nothing has been changed.';
    END IF;
    -- Large rows take their time, and the slot may have been lost meanwhile.
    obstacle := outbox_relay_obstacle(outbox, slot, publication, shards);
  END IF;

  IF obstacle IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = pg_catalog.format('outbox_resend: no row was sent, because %s.', obstacle),
      HINT = 'Run admin/2_publication.sql and admin/3_slot.sql first. The rows stay as they are.';
  END IF;
  RETURN coalesce(pg_catalog.cardinality(resent_ids), 0);
END
$function$;

COMMENT ON FUNCTION outbox_resend(boolean, integer, regclass, name, name, integer) IS
  'Publishes up to batch rows that were kept while there was no usable slot: oldest first, with the same ids; returns their number. keep_rows says whether they stay in the table. Repeat until it returns 0.';

-- What the operator has to do next, in the order of the procedure.
CREATE FUNCTION outbox_change_obstacle(
  old_shards integer, new_shards integer, outbox regclass DEFAULT 'outbox',
  slot name DEFAULT 'outbox', publication name DEFAULT 'outbox'
) RETURNS text
LANGUAGE sql VOLATILE
AS $function$
  WITH shard_slot AS MATERIALIZED (
    SELECT of_set.shards, s.*
    FROM (VALUES (old_shards), (new_shards)) AS of_set (shards)
    CROSS JOIN pg_catalog.generate_series(0, of_set.shards - 1) AS shard
    JOIN pg_catalog.pg_replication_slots AS s ON s.slot_name = outbox_shard_name(slot::text, of_set.shards, shard))
  SELECT coalesce(
    CASE WHEN old_shards = new_shards THEN 'that is the same number' END,
    outbox_relay_obstacle(outbox, slot, publication, old_shards),
    outbox_relay_obstacle(outbox, slot, publication, new_shards),
    -- Such a transaction (REPEATABLE READ, SERIALIZABLE) doesn't see the new publications, and would keep its rows.
    (SELECT pg_catalog.format('process %s is in a transaction that is older than the new publications: let it end', a.pid)
     FROM pg_catalog.generate_series(0, new_shards - 1) AS shard
     JOIN pg_catalog.pg_publication AS p ON p.pubname = outbox_shard_name(publication::text, new_shards, shard)
     JOIN pg_catalog.pg_stat_activity AS a ON pg_catalog.age(a.backend_xmin) >= pg_catalog.age(p.xmin)
     WHERE a.datname = pg_catalog.current_database() AND a.backend_type = 'client backend'
       AND a.pid <> pg_catalog.pg_backend_pid()
     LIMIT 1),
    (SELECT pg_catalog.format('the new slots begin at %s, and the old ones have confirmed %s only: let the old connectors go on',
                              pg_catalog.max(s.confirmed_flush_lsn), outbox_confirmed(slot, old_shards))
     FROM shard_slot AS s
     WHERE s.shards = new_shards
     HAVING (pg_catalog.max(s.confirmed_flush_lsn) <= outbox_confirmed(slot, old_shards)) IS NOT TRUE),
    (SELECT pg_catalog.format('slot "%s" is being read by process %s: %s', s.slot_name, s.active_pid,
                              CASE WHEN s.shards = new_shards THEN 'delete its connector' ELSE 'stop its connector' END)
     FROM shard_slot AS s
     WHERE s.active
     ORDER BY s.shards = new_shards
     LIMIT 1))
$function$;

COMMENT ON FUNCTION outbox_change_obstacle(integer, integer, regclass, name, name) IS
  'Why outbox_change_shards would refuse now, and what to do about it; NULL if it would not.';

-- The new connectors go on where the old ones have stopped, so nobody waits, and only delivery pauses. Nothing
-- is lost, because the old slots have confirmed all that lies before the new ones; the order holds, because
-- the old connectors have ended before a new one starts. See
-- docs/rationale.md#how-can-the-number-of-shards-change-without-a-lock.
CREATE FUNCTION outbox_change_shards(
  old_shards integer, new_shards integer, outbox regclass DEFAULT 'outbox',
  slot name DEFAULT 'outbox', publication name DEFAULT 'outbox'
) RETURNS pg_lsn
LANGUAGE plpgsql VOLATILE
AS $function$
DECLARE
  obstacle text;
  reached pg_lsn;
  schema_name text;
  table_name text;
BEGIN
  PERFORM outbox_check_arguments('outbox_change_shards', 1, outbox);
  obstacle := outbox_change_obstacle(old_shards, new_shards, outbox, slot, publication);
  IF obstacle IS NOT NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = pg_catalog.format('outbox_change_shards: the shards of %s stay as they are, because %s.', outbox, obstacle),
      HINT = 'See schema/README.md#changing-the-number-of-shards. Nothing has been changed.';
  END IF;

  -- What the fastest old shards have delivered beyond that is delivered once more.
  reached := outbox_confirmed(slot, old_shards);
  PERFORM pg_catalog.pg_replication_slot_advance(s.slot_name, reached)
  FROM pg_catalog.generate_series(0, new_shards - 1) AS shard
  JOIN pg_catalog.pg_replication_slots AS s ON s.slot_name = outbox_shard_name(slot::text, new_shards, shard)
  WHERE s.confirmed_flush_lsn < reached;

  -- What is noted stays true: a row before that LSN is published by an old shard, another one by a new.
  UPDATE outbox_marks AS mark
  SET shards = new_shards, publication_entry = outbox_publication_entry(outbox, publication, new_shards)
  WHERE mark.outbox_table OPERATOR(pg_catalog.=) outbox AND outbox_baseline(outbox, slot, publication, old_shards) IS NOT NULL;
  SELECT n.nspname, c.relname INTO STRICT schema_name, table_name
  FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.oid OPERATOR(pg_catalog.=) outbox;
  PERFORM outbox_create(schema_name, table_name, slot::text, publication::text, new_shards);
  RETURN reached;
END
$function$;

COMMENT ON FUNCTION outbox_change_shards(integer, integer, regclass, name, name) IS
  'Points an outbox from its shards to a new set, which 2_publication.sql and 3_slot.sql have made, and moves the new slots on to where the old ones have been read; returns that LSN. To be called when the old connectors have been stopped.';

-- pg_temp is named last, because PostgreSQL would otherwise look there first.
DO $block$
DECLARE
  own_function regprocedure;
BEGIN
  FOREACH own_function IN ARRAY ARRAY[
    'outbox_is_outbox(regclass)',
    'outbox_check_arguments(text, integer, regclass)',
    'outbox_relay_obstacle(regclass, name, name, integer)',
    'outbox_shard_obstacle(regclass, text, text, text)',
    'outbox_filter_obstacle(regclass, text, text)',
    'outbox_cleanup(interval, integer, regclass)',
    'outbox_last_position(regclass)',
    'outbox_publication_entry(regclass, name, integer)',
    'outbox_baseline(regclass, name, name, integer)',
    'outbox_start_marks(regclass, name, name, integer)',
    'outbox_slot_made(name, name, boolean, integer)',
    'outbox_slot_gone(name, integer)',
    'outbox_confirmed(name, integer)',
    'outbox_mark_published(integer, regclass, name, name, integer)',
    'outbox_resend(boolean, integer, regclass, name, name, integer)',
    'outbox_change_shards(integer, integer, regclass, name, name)',
    'outbox_change_obstacle(integer, integer, regclass, name, name)']::regprocedure[]
  LOOP
    EXECUTE pg_catalog.format(
      'ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', own_function, pg_catalog.current_schema());
    EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own_function);
  END LOOP;
END
$block$;
