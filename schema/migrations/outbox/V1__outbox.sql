-- The outbox table and the functions that services write through.
--
-- Needs the rights of the table's owner only. Everything is created in the first schema of the
-- search_path. Run it in one transaction (psql -1 -v ON_ERROR_STOP=1 -f, Flyway or Liquibase), then
-- run the files in admin/. The end of this file makes the functions of this table by outbox_create,
-- which makes further outboxes, too.

CREATE TABLE outbox (
  id             uuid        NOT NULL,
  aggregate_type text        NOT NULL,
  aggregate_id   text        NOT NULL,
  event_type     text        NOT NULL,
  payload        jsonb       NOT NULL,
  headers        jsonb       NOT NULL DEFAULT '{}',
  created_at     timestamptz NOT NULL DEFAULT now(),
  published_at   timestamptz,
  position       bigint      GENERATED ALWAYS AS IDENTITY,

  CONSTRAINT outbox_pkey PRIMARY KEY (id),

  -- What the relay could never deliver is refused here: further on, one bad row stops all the others.
  -- COLLATE "C" keeps the meaning of a-z and of a blank apart from the database's locale. PostgreSQL
  -- parses the conditions anew for each INSERT, so long ones cost more than long values.
  CONSTRAINT outbox_aggregate_type_topic_characters CHECK (
    aggregate_type COLLATE "C" !~ '[^a-zA-Z0-9._-]|^\.{0,2}$'),
  -- Kafka allows 249 characters, '.events' takes 7.
  CONSTRAINT outbox_aggregate_type_topic_length CHECK (length(aggregate_type) <= 242),
  CONSTRAINT outbox_aggregate_id_not_blank CHECK (aggregate_id COLLATE "C" ~ '[^[:space:]]'),
  CONSTRAINT outbox_event_type_not_blank CHECK (event_type COLLATE "C" ~ '[^[:space:]]'),
  CONSTRAINT outbox_headers_object CHECK (jsonb_typeof(headers) = 'object'),
  -- The relay sets these itself, and stops at a row that does, too.
  CONSTRAINT outbox_headers_not_reserved CHECK (NOT jsonb_path_exists(
    headers,
    '$.keyvalue().key ? (@ like_regex "^(id|eventId|eventType|createdAt)$|^__debezium|^__connect")',
    silent => true)),
  -- Both together stay below the 1 MiB that Kafka's producer and broker accept by default. The text
  -- is measured, not the stored form: 1e131071 is stored in a few bytes and sent in 131,072.
  CONSTRAINT outbox_payload_size CHECK (octet_length(payload::text) <= 900000),
  CONSTRAINT outbox_key_and_headers_size CHECK (
    octet_length(aggregate_id) + octet_length(event_type) + octet_length(headers::text) <= 65536)
);

-- Transient rows are born with published_at set, so they never touch this index.
CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL;

-- A transient table consists of dead rows. The default of 20 % counts from a table that is empty, and
-- the cost delay lets it grow faster than it is cleaned. How often the launcher looks at all is
-- autovacuum_naptime, a setting of the server.
ALTER TABLE outbox SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  toast.autovacuum_vacuum_scale_factor = 0,
  toast.autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_cost_delay = 0
);

COMMENT ON TABLE outbox IS
  'Events to publish on Kafka, written in the transaction that changes the business rows. Write through the functions of the same name: _write, _append or _emit.';
COMMENT ON COLUMN outbox.id IS
  'Event id, a UUIDv7: ids roughly sort by creation. Consumers recognise repeats by it. Record headers id and eventId.';
COMMENT ON COLUMN outbox.aggregate_type IS
  'Kind of thing that changed, such as Order. Goes to topic <aggregate_type>.events, hence a-z A-Z 0-9 . _ - only.';
COMMENT ON COLUMN outbox.aggregate_id IS
  'Which one changed. Record key: events of one aggregate share a partition and keep their order.';
COMMENT ON COLUMN outbox.event_type IS 'What happened, such as OrderPlaced. Record header eventType.';
COMMENT ON COLUMN outbox.payload IS
  'The event. Record value: this text exactly as PostgreSQL renders it, at most 900,000 bytes.';
COMMENT ON COLUMN outbox.headers IS
  'JSON object, one record header per member: traceparent, tracestate, baggage, schema version. Use strings; numbers and booleans are sent as text, objects and arrays as JSON text, null is left out.';
COMMENT ON COLUMN outbox.created_at IS 'When the transaction began, by the clock of the database.';
COMMENT ON COLUMN outbox.published_at IS
  'NULL: not known to be published. A transient row that is deleted at once has it set from the start.';
COMMENT ON COLUMN outbox.position IS 'Order of insertion. Not the order of commits, and with gaps.';

-- One implementation for all versions, although 18 has uuidv7(): a dump can be restored anywhere.
-- Milliseconds, then 12 bits of the fraction of one, then random bits (RFC 9562, method 3).
CREATE FUNCTION outbox_uuidv7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT encode(
           overlay(uuid_send(gen_random_uuid())
                   PLACING int8send(micros / 1000 << 16 | 28672 | micros % 1000 * 4096 / 1000)
                   FROM 1 FOR 8),
           'hex')::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros) AS now
$function$;

COMMENT ON FUNCTION outbox_uuidv7() IS 'A new event id: UUIDv7 with a resolution of a microsecond.';

-- ---------------------------------------------------------------------------------------------------
-- The functions of an outbox are made from the templates below, for each outbox its own, because a
-- function that is given its table at run time has to plan its statements anew in every call.
--
-- They run with the rights of their owner, so no object of the caller may be used: search_path is
-- fixed, tables and own functions are qualified, and pg_temp is named last, because PostgreSQL would
-- otherwise look there first.
--
-- The templates are filled by format(): %1$s is a name that is quoted already, %1$L a literal.
-- ---------------------------------------------------------------------------------------------------

-- Makes <table><suffix> in its two forms. The body sees the six arrays, all of one length, and no NULL
-- among the ids; before it, the relay is looked for unless it is known. The first condition is all that a
-- good call evaluates, because each one costs microseconds.
CREATE FUNCTION outbox_create_function(
  outbox regclass, suffix text, element_type regtype, settings text, relay_known text, relay_look text, body text,
  new_id regprocedure, purpose text
) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
  made_here CONSTANT text := '-- Made by outbox_create; a change is lost when it is called again.';
  array_form CONSTANT text :=
    '(ids uuid[], aggregate_types text[], aggregate_ids text[], event_types text[], payloads text[], headers text[])';
  row_form CONSTANT text :=
    '(aggregate_type text, aggregate_id text, event_type text, payload jsonb, headers jsonb DEFAULT ''{}'', id uuid DEFAULT NULL)';
  array_types CONSTANT text := '(uuid[], text[], text[], text[], text[], text[])';
  row_types CONSTANT text := '(text, text, text, jsonb, jsonb, uuid)';
  -- A NULL array counts as a difference.
  same_length CONSTANT text :=
    'cardinality(ids) = ALL (ARRAY[cardinality(aggregate_types), cardinality(aggregate_ids), cardinality(event_types), cardinality(payloads), cardinality(headers)])';
  home regnamespace;
  plain_name text;
  owner regrole;
  name text;
  stranger regprocedure;
  is_new boolean;
BEGIN
  SELECT relnamespace::regnamespace, relname || suffix, relowner::regrole INTO STRICT home, plain_name, owner
  FROM pg_class WHERE oid = outbox;
  name := format('%s.%I', home, plain_name);
  is_new := to_regprocedure(name || array_types) IS NULL; -- otherwise rights that were given stay

  -- Also one of other types would be called in place of ours, if it fits a caller's arguments better. And
  -- one of ours that belongs to somebody else would stay theirs.
  SELECT oid::regprocedure INTO stranger
  FROM pg_proc
  WHERE pronamespace = home AND proname = plain_name AND (position(made_here IN prosrc) = 0 OR proowner <> owner)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'duplicate_function',
      MESSAGE = format('Function %s exists, and was not made by outbox_create or does not belong to %s.', stranger, owner),
      HINT = format('Outbox %s needs the name for itself: choose another name for the table, or rename that function.', outbox);
  END IF;

  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %s%s RETURNS %s[] LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp %s AS %L',
    name, array_form, element_type, settings,
    made_here || format($body$
#variable_conflict use_column
BEGIN
  IF (%2$s AND array_position(ids, NULL) IS NULL AND current_setting('transaction_read_only') = 'off' AND %5$s) IS NOT TRUE THEN
    -- Also on a standby. PostgreSQL itself would not mind a WAL message in a read-only transaction.
    IF current_setting('transaction_read_only') = 'on' THEN
      RAISE EXCEPTION USING
        ERRCODE = 'read_only_sql_transaction',
        MESSAGE = concat('cannot execute ', %1$L, ' in a read-only transaction'),
        HINT = 'Use the primary, and a transaction that may write.';
    END IF;
    IF (%2$s) IS NOT TRUE THEN
      RAISE EXCEPTION USING
        ERRCODE = 'invalid_parameter_value',
        MESSAGE = concat(
          %1$L, ': expected six arrays of the same length, found ids ', coalesce(cardinality(ids)::text, 'NULL'),
          ', aggregate_types ', coalesce(cardinality(aggregate_types)::text, 'NULL'),
          ', aggregate_ids ', coalesce(cardinality(aggregate_ids)::text, 'NULL'),
          ', event_types ', coalesce(cardinality(event_types)::text, 'NULL'),
          ', payloads ', coalesce(cardinality(payloads)::text, 'NULL'),
          ', headers ', coalesce(cardinality(headers)::text, 'NULL')),
        HINT = 'Give each array one element per event; a NULL element in ids or headers stands for the default.';
    END IF;
    ids := ARRAY(SELECT coalesce(given.id, %3$s) FROM unnest(ids) AS given (id));
%6$s
  END IF;
%4$s
END
$body$, plain_name, same_length, new_id, body, relay_known, relay_look));

  -- The parameters are named as the columns, so that they can be given by name.
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %s%s RETURNS %s LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS %L',
    name, row_form, element_type,
    made_here || format($body$
BEGIN
  RETURN (%1$s(
    ARRAY[id], ARRAY[aggregate_type], ARRAY[aggregate_id], ARRAY[event_type], ARRAY[payload::text],
    ARRAY[headers::text]))[1];
END
$body$, name));

  EXECUTE format('COMMENT ON FUNCTION %s%s IS %L', name, array_types, 'Writes events in array order. ' || purpose);
  EXECUTE format('COMMENT ON FUNCTION %s%s IS %L', name, row_types, 'Writes one event. ' || purpose);
  IF is_new THEN
    IF owner NOT IN (SELECT oid FROM pg_roles WHERE rolname = current_user) THEN
      EXECUTE format('ALTER FUNCTION %s%s OWNER TO %s', name, array_types, owner);
      EXECUTE format('ALTER FUNCTION %s%s OWNER TO %s', name, row_types, owner);
    END IF;
    EXECUTE format('REVOKE ALL ON FUNCTION %s%s, %s%s FROM PUBLIC', name, array_types, name, row_types);
  END IF;
END
$function$;

-- Slots and publications of an outbox that several relays share carry the number of shards, so that the next
-- set can be made beside the one that is read.
CREATE FUNCTION outbox_shard_name(name text, shards integer, shard integer) RETURNS text
LANGUAGE sql IMMUTABLE STRICT
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT CASE WHEN shards = 1 THEN name ELSE format('%s_%s_%s', name, shards, shard) END
$function$;

-- Which rows a shard publishes, as PostgreSQL prints it; NULL for all of them. The sign is masked because mod
-- would keep it. admin/2_publication.sql says the same, and has to.
CREATE FUNCTION outbox_shard_filter(shards integer, shard integer) RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT CASE WHEN shards > 1 THEN format(
    '(mod((hashtextextended(aggregate_id, (0)::bigint) & ''9223372036854775807''::bigint), (%s)::bigint) = %s)',
    shards, shard) END
$function$;

-- For the templates whose events live in WAL only: where no relay would see them, they are appended as
-- rows, and nothing is lost.
--
-- A relay sees what the slot keeps and the publication selects. So there must be a usable slot, and a
-- publication (a missing one is no error for the relay from 18 on) that has the table and filters no
-- rows. While a slot is being made it has no confirmed_flush_lsn and may miss us yet.
--
-- With several shards there must be all slots, and all publications, each with the filter of its shard and
-- nothing that would override it.
--
-- Asking costs a quarter of a transaction with one event, so a session remembers that it was told yes,
-- for a second at most. See
-- docs/rationale.md#why-is-the-check-of-the-slot-remembered-for-a-second.
CREATE FUNCTION outbox_template_relay(
  outbox regclass, slot_names text[], publication_names text[], filters text[], OUT known text, OUT look text
)
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  WITH part AS (
    SELECT
      class.oid::regclass AS name,
      format('%I.%I', home.nspname, class.relname || '_append') AS append,
      home.nspname AS schema_name,
      cardinality(slot_names) AS shards,
      'outbox.relay_' || to_hex(hashtextextended(
        concat_ws(' ', class.oid::regclass, array_to_string(slot_names || publication_names, ' ')), 0)) AS remembered,
      -- In the same second and WAL segment a slot can't have been given up for what it holds back.
      'concat(floor(date_part(''epoch'', clock_timestamp())), '' '', pg_walfile_name(pg_current_wal_lsn()))' AS moment
    FROM pg_class AS class JOIN pg_namespace AS home ON home.oid = class.relnamespace
    WHERE class.oid = outbox),
  condition AS (
    -- The counter is that of the slot as it is now (outbox_create sets stats_fetch_consistency): 0 if it
    -- was dropped, or made anew and not read yet. Before 15 it comes from a file, and nothing is remembered.
    SELECT part.*, CASE WHEN current_setting('server_version_num')::integer < 150000 THEN 'false'
      ELSE format('current_setting(%L, true) = %s', part.remembered, part.moment)
           || (SELECT string_agg(format(' AND (pg_stat_get_replication_slot(%L)).total_txns > 0', slot_name), '' ORDER BY shard)
               FROM unnest(slot_names) WITH ORDINALITY AS slots (slot_name, shard)) END AS known,
      (SELECT string_agg(format('(%L, %L, %L)', shard.slot, shard.publication, shard.filter), ', ')
       FROM unnest(slot_names, publication_names, filters) AS shard (slot, publication, filter)) AS set_of_shards
    FROM part)
  SELECT condition.known, format($template$
    DECLARE
      moment text;
      slot_status text;
    BEGIN
      IF (%1$s) IS NOT TRUE THEN
        moment := %2$s; -- before the look
        SELECT %9$s INTO slot_status
        FROM pg_replication_slots AS slot%10$s
        WHERE slot.slot_name = %4$s
          AND slot.database = current_database()
          AND slot.confirmed_flush_lsn IS NOT NULL
          AND slot.wal_status <> 'lost'
          AND NOT slot.temporary
          AND EXISTS (
            SELECT FROM pg_publication AS publication
            WHERE publication.pubname = %5$s AND publication.pubinsert AND (%11$s EXISTS (
              SELECT FROM pg_publication_rel AS published
              WHERE published.prrelid = %6$L::regclass AND published.prpubid = publication.oid%8$s)))%12$s;
        IF NOT FOUND THEN
          PERFORM %7$s(ids, aggregate_types, aggregate_ids, event_types, payloads, headers);
          RETURN ids;
        END IF;
        IF slot_status IN ('reserved', 'extended') AND coalesce(current_setting('idle_replication_slot_timeout', true), '0') = '0' THEN
          PERFORM set_config(%3$L, moment, false);
        END IF;
      END IF;
    END;$template$,
    condition.known, condition.moment, condition.remembered,
    CASE WHEN condition.shards > 1 THEN 'shard.slot' ELSE quote_literal(slot_names[1]) END,
    CASE WHEN condition.shards > 1 THEN 'shard.publication' ELSE quote_literal(publication_names[1]) END,
    condition.name, condition.append,
    CASE WHEN condition.shards > 1 THEN ' AND pg_get_expr(published.prqual, published.prrelid) = shard.filter'
         WHEN current_setting('server_version_num')::integer >= 150000 THEN ' AND published.prqual IS NULL' ELSE '' END,
    CASE WHEN condition.shards > 1 THEN 'max(slot.wal_status)' ELSE 'slot.wal_status' END, -- of all, the one nearest to a loss
    CASE WHEN condition.shards > 1 THEN format(', (VALUES %s) AS shard (slot, publication, filter)', condition.set_of_shards) END,
    CASE WHEN condition.shards > 1 THEN format(
      'NOT EXISTS (SELECT FROM pg_publication_namespace AS unfiltered WHERE unfiltered.pnpubid = publication.oid AND unfiltered.pnnspid = %L::regnamespace) AND',
      quote_ident(condition.schema_name)) ELSE 'publication.puballtables OR' END,
    CASE WHEN condition.shards > 1 THEN format(' HAVING count(*) = %s', condition.shards) END)
  FROM condition
$function$;

-- A query for the templates: the events in array order. Several unnest in one list run in step, and
-- cheaper than the same in FROM.
CREATE FUNCTION outbox_template_events() RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT $template$
        SELECT given.id, given.aggregate_type, given.aggregate_id, given.event_type,
               given.payload::jsonb AS payload, coalesce(given.headers, '{}')::jsonb AS headers
        FROM (
          SELECT unnest(ids) AS id, unnest(aggregate_types) AS aggregate_type, unnest(aggregate_ids) AS aggregate_id,
                 unnest(event_types) AS event_type, unnest(payloads) AS payload, unnest(headers) AS headers
        ) AS given$template$
$function$;

-- TRANSIENT: inserts and deletes in one call. The relay reads the insert from the WAL, so the table
-- stays empty.
--
-- SERIALIZABLE: deleting by id makes concurrent writers fail, by an index page or, on an empty table,
-- by a lock on the whole table. Deleting by ctid touches own rows only; sequential scans are off
-- (outbox_create says so) because the planner prefers one on an empty table. See
-- docs/rationale.md#why-a-function-and-not-two-statements-from-the-client.
CREATE FUNCTION outbox_template_write(outbox regclass, events text, refuse_trigger regproc) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT format($template$
  DECLARE
    inserted_rows tid[];
    deleted bigint;
  BEGIN
    -- A DELETE of its own each time: inside the first statement the rows would not be visible.
    IF current_setting('transaction_isolation') <> 'serializable' THEN
      INSERT INTO %1$s AS outbox (id, aggregate_type, aggregate_id, event_type, payload, headers, published_at)
      SELECT event.*, now()
      FROM (%2$s) AS event;

      -- The way through the index makes PostgreSQL throw out what has been deleted in the page before it
      -- is full: the next insert goes to the same page, not to a new one.
      DELETE FROM %1$s AS outbox WHERE outbox.id = ANY (ids);
    ELSE
      WITH inserted AS (
        INSERT INTO %1$s AS outbox (id, aggregate_type, aggregate_id, event_type, payload, headers, published_at)
        SELECT event.*, now()
        FROM (%2$s) AS event
        RETURNING outbox.ctid AS row)
      SELECT array_agg(inserted.row) INTO inserted_rows FROM inserted;

      DELETE FROM %1$s AS outbox WHERE outbox.ctid = ANY (inserted_rows);
    END IF;

    GET DIAGNOSTICS deleted = ROW_COUNT;
    IF deleted <> cardinality(ids) THEN
      PERFORM %3$s(%1$L, cardinality(ids), deleted);
    END IF;
    RETURN ids;
  END;$template$, outbox, events, refuse_trigger)
$function$;

-- RETAINED: the rows stay until housekeeping removes them.
CREATE FUNCTION outbox_template_append(outbox regclass, events text, refuse_trigger regproc) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT format($template$
  DECLARE
    positions bigint[];
  BEGIN
    WITH inserted AS (
      INSERT INTO %1$s AS outbox (id, aggregate_type, aggregate_id, event_type, payload, headers)
      %2$s
      RETURNING outbox.position)
    SELECT coalesce(array_agg(inserted.position), '{}') INTO positions FROM inserted;

    IF cardinality(positions) <> cardinality(ids) THEN
      PERFORM %3$s(%1$L, cardinality(ids), cardinality(positions));
    END IF;
    RETURN positions;
  END;$template$, outbox, events, refuse_trigger)
$function$;

-- An event that a trigger takes away would be a commit without an event, and nobody would be told.
CREATE FUNCTION outbox_refuse_trigger(outbox text, given bigint, seen bigint) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'triggered_data_change_violation',
    MESSAGE = format('Outbox %s was given %s events, and has seen %s of them inserted (and deleted, if transient).', outbox, given, seen),
    HINT = 'Look for a trigger or rule of the table that takes rows away or changes them.';
END
$function$;

-- What PostgreSQL says when it refuses a row, with the same fields, but nothing of the event. Strict: when
-- no column is null and no rule broken, they are not called, and give the NULL that coalesce passes over.
CREATE FUNCTION outbox_refuse_null(schema_name text, table_name text, null_column text) RETURNS pg_lsn
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'not_null_violation', SCHEMA = schema_name, TABLE = table_name, COLUMN = null_column,
    MESSAGE = format('null value in column "%s" of relation "%s" violates not-null constraint', null_column, table_name);
END
$function$;

CREATE FUNCTION outbox_refuse(schema_name text, table_name text, broken_rule text) RETURNS pg_lsn
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'check_violation', SCHEMA = schema_name, TABLE = table_name, CONSTRAINT = broken_rule,
    MESSAGE = format('new row for relation "%s" violates check constraint "%s"', table_name, broken_rule);
END
$function$;

-- WAL_MESSAGE: no row, only a message in the WAL. The rules are those of the table, read from the
-- catalog when the function is made, and applied in PostgreSQL's order: columns that must not be null,
-- then constraints by name.
--
-- Nothing but the slot keeps a message. While no relay would see it, the event becomes a row.
CREATE FUNCTION outbox_template_emit(outbox regclass, events text, refuse_null regproc, refuse regproc) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT format($template$
  BEGIN
    PERFORM coalesce(
      %1$s(%3$L, %4$L, CASE
        %5$s
      END),
      %2$s(%3$L, %4$L, CASE
        %6$s
      END),
      pg_logical_emit_message(true, %7$L, concat(
        '{"id":"', id, '","aggregate_type":', to_json(aggregate_type),
        ',"aggregate_id":', to_json(aggregate_id), ',"event_type":', to_json(event_type),
        ',"headers":', headers, ',"payload":', payload, '}')))
    FROM (
      SELECT event.*, now() AS created_at, NULL::timestamptz AS published_at, NULL::bigint AS position
      FROM (%8$s) AS event
      OFFSET 0 -- parses each payload once, and not once for each rule
    ) AS event;

    RETURN ids;
  END;$template$,
    refuse_null, refuse, home.nspname, class.relname,
    (SELECT coalesce(string_agg(format('WHEN %I IS NULL THEN %L', attname, attname), E'\n        ' ORDER BY attnum), 'WHEN false THEN ''''')
     FROM pg_attribute
     WHERE attrelid = outbox AND attnotnull AND attname IN ('aggregate_type', 'aggregate_id', 'event_type', 'payload')),
    (SELECT coalesce(string_agg(format('WHEN (%s) IS FALSE THEN %L', pg_get_expr(conbin, conrelid), conname),
                                E'\n        ' ORDER BY conname), 'WHEN false THEN ''''')
     FROM pg_constraint
     WHERE conrelid = outbox AND contype = 'c'),
    concat('outbox.', home.nspname, '.', class.relname),
    events)
  FROM pg_class AS class JOIN pg_namespace AS home ON home.oid = class.relnamespace
  WHERE class.oid = outbox
$function$;

-- The statement that refuses every message, if there is a rule that a message can't be held to; otherwise NULL.
CREATE FUNCTION outbox_template_emit_refusal(outbox regclass) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $function$
  SELECT format(
    'RAISE EXCEPTION USING ERRCODE = ''feature_not_supported'', MESSAGE = %L, HINT = %L;',
    format('%s can''t emit: constraint %I uses columns that no event has.', outbox, min(conname)),
    'Write rows instead, or drop the constraint and call outbox_create again.')
  FROM pg_constraint
  WHERE conrelid = outbox AND contype = 'c' AND EXISTS (
    SELECT FROM unnest(conkey) AS used (attnum)
    LEFT JOIN pg_attribute AS known ON attrelid = outbox AND known.attnum = used.attnum AND attname IN (
      'id', 'aggregate_type', 'aggregate_id', 'event_type', 'payload', 'headers', 'created_at', 'published_at', 'position')
    WHERE attname IS NULL)
  HAVING count(*) > 0
$function$;

-- Makes an empty copy of a table, unless there is an outbox of that name.
CREATE FUNCTION outbox_create_table(original regclass, schema_name text, table_name text) RETURNS regclass
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
  name text;
  copy regclass;
  unlike text;
  options text;
  owner regrole;
BEGIN
  IF schema_name ~ '^pg_|^information_schema$' OR NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = schema_name) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_schema_name',
      MESSAGE = format('No schema %L for an outbox in database %I.', schema_name, current_database()),
      HINT = 'Give the name as it stands in the catalog, without quotes; CREATE SCHEMA comes first.';
  END IF;
  name := format('%I.%I', schema_name, table_name);
  copy := to_regclass(name);

  IF copy IS NULL THEN
    EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', name, original);
    copy := name::regclass;
    SELECT string_agg(option, ', ') INTO options
    FROM (
      SELECT unnest(reloptions) FROM pg_class WHERE oid = original
      UNION ALL
      SELECT 'toast.' || unnest(toast.reloptions)
      FROM pg_class AS class JOIN pg_class AS toast ON toast.oid = class.reltoastrelid
      WHERE class.oid = original
    ) AS of_original (option);
    IF options IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %s SET (%s)', copy, options);
    END IF;
    EXECUTE format('COMMENT ON TABLE %s IS %L', copy, obj_description(original, 'pg_class'));
    RETURN copy;
  END IF;

  -- One of ours, perhaps with more columns or partitioned, or somebody's own table. The functions run with
  -- the rights of its owner, so it must be one of us.
  SELECT relowner::regrole INTO STRICT owner FROM pg_class WHERE oid = copy;
  IF owner NOT IN (SELECT relowner FROM pg_class WHERE oid = original
                   UNION ALL SELECT oid FROM pg_roles WHERE rolname = current_user) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'insufficient_privilege',
      MESSAGE = format('%s exists and belongs to %s; expected %I or the owner of %s.', copy, owner, current_user, original),
      HINT = 'Choose another name, or hand it over by ALTER TABLE.';
  END IF;
  SELECT string_agg(format('column %I %s', attname, format_type(atttypid, atttypmod)), ', ' ORDER BY attnum) INTO unlike
  FROM pg_attribute AS expected
  WHERE attrelid = original AND attnum BETWEEN 1 AND 9 AND NOT EXISTS ( -- later ones are the service's
    SELECT FROM pg_attribute AS found
    WHERE found.attrelid = copy AND NOT found.attisdropped
      AND found.attname = expected.attname AND found.atttypid = expected.atttypid);
  SELECT concat_ws(', ', unlike, string_agg(format('constraint %I', conname), ', ' ORDER BY conname)) INTO unlike
  FROM pg_constraint AS expected
  WHERE conrelid = original AND contype = 'c' AND starts_with(conname, 'outbox_') AND NOT EXISTS (
    SELECT FROM pg_constraint AS found
    WHERE found.conrelid = copy AND found.contype = 'c' AND found.conname = expected.conname);
  IF unlike <> '' OR NOT EXISTS (SELECT FROM pg_class WHERE oid = copy AND relkind IN ('r', 'p') AND relpersistence = 'p') THEN
    RAISE EXCEPTION USING
      ERRCODE = 'wrong_object_type',
      MESSAGE = format('%s exists and is no outbox%s.', copy,
                       coalesce(': it lacks ' || nullif(unlike, ''), ', but must be an ordinary logged table')),
      HINT = 'Choose another name: outbox_create makes the table itself.';
  END IF;
  RETURN copy;
END
$function$;

CREATE FUNCTION outbox_create(
  schema_name text, table_name text, slot_name text DEFAULT 'outbox', publication_name text DEFAULT 'outbox',
  shards integer DEFAULT 1
) RETURNS regclass
LANGUAGE plpgsql
AS $function$
DECLARE
  new_id CONSTANT regprocedure := 'outbox_uuidv7()';
  events CONSTANT text := outbox_template_events();
  refuse_trigger CONSTANT regproc := 'outbox_refuse_trigger';
  -- So that a long transaction doesn't go on seeing the slot's counter as it was.
  fresh_counters CONSTANT text := CASE
    WHEN pg_catalog.current_setting('server_version_num')::integer >= 150000 THEN ' SET stats_fetch_consistency = none' ELSE '' END;
  -- Of the last shard, whose name is the longest.
  last_slot CONSTANT text := outbox_shard_name(slot_name, shards, shards - 1);
  last_publication CONSTANT text := outbox_shard_name(publication_name, shards, shards - 1);
  relay record;
  refusal text;
  kept_meanwhile CONSTANT text := pg_catalog.format(
    'while slot "%s" of this database can be read and publication "%s" has the table', slot_name, publication_name)
    || CASE WHEN shards > 1 THEN pg_catalog.format(', in each of %s shards', shards) ELSE '' END;
  defaults CONSTANT text := ' A NULL id becomes a UUIDv7, NULL headers become {}.';
  outbox regclass;
BEGIN
  IF pg_catalog.getdatabaseencoding() <> 'UTF8' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'feature_not_supported',
      MESSAGE = pg_catalog.format('Database %I has encoding %s, expected UTF8.',
                                  pg_catalog.current_database(), pg_catalog.getdatabaseencoding()),
      HINT = 'Kafka''s records are UTF-8, and sizes are counted in bytes of it.';
  END IF;
  IF table_name ~ '[^[:space:]]' IS NOT TRUE OR pg_catalog.octet_length(table_name) > 56 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_name',
      MESSAGE = pg_catalog.format('Outbox table %L: expected a name of 1 to 56 bytes, found %s bytes.',
                                  table_name, pg_catalog.octet_length(table_name)),
      HINT = 'PostgreSQL cuts names after 63 bytes, and the functions are named <table>_write, <table>_append and <table>_emit.';
  END IF;
  IF (shards BETWEEN 1 AND 64) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('Outbox table %L: expected 1 to 64 shards, found %s.', table_name, coalesce(shards::text, 'NULL')),
      HINT = 'Each shard needs a slot and a connector of its own, and each slot reads the whole WAL.';
  END IF;
  IF shards > 1 AND pg_catalog.current_setting('server_version_num')::integer < 150000 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'feature_not_supported',
      MESSAGE = pg_catalog.format('Outbox table %L: %s shards need row filters, which PostgreSQL has from 15 on.', table_name, shards),
      HINT = 'Use one shard, or a newer server.';
  END IF;
  IF last_slot ~ '^[a-z0-9_]{1,63}$' IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_name',
      MESSAGE = pg_catalog.format('Slot %L: expected 1 to 63 characters, each one of a-z, 0-9 and _.', last_slot),
      HINT = 'PostgreSQL allows no others in the name of a replication slot.';
  END IF;
  IF publication_name ~ '[^[:space:]]' IS NOT TRUE OR pg_catalog.octet_length(last_publication) > 63 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_name',
      MESSAGE = pg_catalog.format('Publication %L: expected a name of 1 to 63 bytes, found %s bytes.',
                                  last_publication, pg_catalog.octet_length(last_publication)),
      HINT = 'Give the name as it stands in the catalog, without quotes.';
  END IF;

  -- Two calls at once would both find no table.
  PERFORM pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('org.outboxconnect.outbox_create', 0));
  outbox := outbox_create_table('outbox'::regclass, schema_name, table_name);
  relay := outbox_template_relay(
    outbox,
    ARRAY(SELECT outbox_shard_name(slot_name, shards, shard) FROM pg_catalog.generate_series(0, shards - 1) AS shard),
    ARRAY(SELECT outbox_shard_name(publication_name, shards, shard) FROM pg_catalog.generate_series(0, shards - 1) AS shard),
    ARRAY(SELECT outbox_shard_filter(shards, shard) FROM pg_catalog.generate_series(0, shards - 1) AS shard));
  refusal := CASE WHEN shards > 1 THEN pg_catalog.format(
    'RAISE EXCEPTION USING ERRCODE = ''feature_not_supported'', MESSAGE = %L, HINT = %L;',
    pg_catalog.format('%s can''t emit: it has %s shards, and each of them would send every message.', outbox, shards),
    'Row filters know no messages. Call the function with suffix _write.')
    ELSE outbox_template_emit_refusal(outbox) END;

  -- A partitioned outbox has no _write: the rows of several partitions can't be told apart by ctid.
  IF EXISTS (SELECT FROM pg_catalog.pg_class WHERE oid = outbox::oid AND relkind = 'r') THEN
    PERFORM outbox_create_function(
      outbox, '_write'::text, 'uuid'::regtype, 'SET enable_seqscan = off SET plan_cache_mode = force_generic_plan' || fresh_counters,
      relay.known, relay.look, outbox_template_write(outbox, events, refuse_trigger), new_id,
      'TRANSIENT: the row is deleted at once ' || kept_meanwhile || ', and kept otherwise. Returns ids.' || defaults);
  END IF;
  PERFORM outbox_create_function(
    outbox, '_append'::text, 'bigint'::regtype, 'SET plan_cache_mode = force_generic_plan'::text,
    'true'::text, ''::text, outbox_template_append(outbox, events, refuse_trigger), new_id,
    'RETAINED: the row stays. Returns positions.' || defaults);
  PERFORM outbox_create_function(
    outbox, '_emit'::text, 'uuid'::regtype, 'SET plan_cache_mode = force_generic_plan' || fresh_counters,
    CASE WHEN refusal IS NULL THEN relay.known ELSE 'false' END, coalesce(refusal, relay.look),
    outbox_template_emit(outbox, events, 'outbox_refuse_null'::regproc, 'outbox_refuse'::regproc), new_id,
    'WAL_MESSAGE: no row ' || kept_meanwhile || ', and a kept one otherwise. Returns ids. Does not notice an id that is used twice.' || defaults);
  RETURN outbox;
END
$function$;

COMMENT ON FUNCTION outbox_create(text, text, text, text, integer) IS
  'Makes another outbox with its write functions, or points those of an existing one to another slot and publication, or to as many of them as shards says: SELECT outbox_create(''my_schema'', ''my_table'').';
COMMENT ON FUNCTION outbox_create_table(regclass, text, text) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_create_function(regclass, text, regtype, text, text, text, text, regprocedure, text) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_template_relay(regclass, text[], text[], text[]) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_template_events() IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_shard_name(text, integer, integer) IS 'The name of the slot, or the publication, of a shard.';
COMMENT ON FUNCTION outbox_shard_filter(integer, integer) IS 'The row filter of the publication of a shard.';
COMMENT ON FUNCTION outbox_template_write(regclass, text, regproc) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_template_append(regclass, text, regproc) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_template_emit_refusal(regclass) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_template_emit(regclass, text, regproc, regproc) IS 'Part of outbox_create.';
COMMENT ON FUNCTION outbox_refuse_null(text, text, text) IS 'Refuses an event as PostgreSQL would refuse its row.';
COMMENT ON FUNCTION outbox_refuse(text, text, text) IS 'Refuses an event as PostgreSQL would refuse its row.';
COMMENT ON FUNCTION outbox_refuse_trigger(text, bigint, bigint) IS 'Refuses events that a trigger took away.';

-- outbox_create has to find the others, and calls them with the exact types of their parameters.
DO $block$
BEGIN
  EXECUTE pg_catalog.format(
    'ALTER FUNCTION outbox_create(text, text, text, text, integer) SET search_path = pg_catalog, %I, pg_temp', current_schema());
END
$block$;

REVOKE ALL ON FUNCTION
  outbox_uuidv7(),
  outbox_create(text, text, text, text, integer),
  outbox_create_table(regclass, text, text),
  outbox_create_function(regclass, text, regtype, text, text, text, text, regprocedure, text),
  outbox_template_relay(regclass, text[], text[], text[]),
  outbox_template_events(),
  outbox_shard_name(text, integer, integer),
  outbox_shard_filter(integer, integer),
  outbox_template_write(regclass, text, regproc),
  outbox_template_append(regclass, text, regproc),
  outbox_template_emit(regclass, text, regproc, regproc),
  outbox_template_emit_refusal(regclass),
  outbox_refuse_null(text, text, text),
  outbox_refuse(text, text, text),
  outbox_refuse_trigger(text, bigint, bigint)
FROM PUBLIC;

SELECT outbox_create(current_schema()::text, 'outbox'::text, 'outbox'::text, 'outbox'::text, 1);
