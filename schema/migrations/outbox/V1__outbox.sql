-- The outbox table and the function that services write through.
--
-- Needs the rights of the table's owner only. Everything is created in the first schema of the
-- search_path; that schema is written into the functions. Run it in one transaction
-- (psql -1 -v ON_ERROR_STOP=1 -f, or Flyway), then run the files in admin/.

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
  -- COLLATE "C" keeps the meaning of a-z and of a blank apart from the database's locale.
  CONSTRAINT outbox_aggregate_type_topic_characters CHECK (
    aggregate_type COLLATE "C" ~ '^[a-zA-Z0-9._-]+$' AND aggregate_type NOT IN ('.', '..')),
  -- Kafka allows 249 characters, '.events' takes 7.
  CONSTRAINT outbox_aggregate_type_topic_length CHECK (length(aggregate_type) <= 242),
  CONSTRAINT outbox_aggregate_id_not_blank CHECK (aggregate_id COLLATE "C" ~ '[^[:space:]]'),
  CONSTRAINT outbox_event_type_not_blank CHECK (event_type COLLATE "C" ~ '[^[:space:]]'),
  CONSTRAINT outbox_headers_object CHECK (jsonb_typeof(headers) = 'object'),
  -- The relay sets these itself, and stops at a row that does, too.
  CONSTRAINT outbox_headers_not_reserved CHECK (NOT jsonb_path_exists(
    headers,
    '$.keyvalue().key ? (@ == "id" || @ == "eventId" || @ == "eventType" || @ == "createdAt"
       || @ starts with "__debezium" || @ starts with "__connect")',
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
  'Events to publish on Kafka, written in the transaction that changes the business rows. Write through outbox_write.';
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

-- Inserts and deletes in one call. The relay reads the insert from the WAL, so the table stays empty.
--
-- SERIALIZABLE: deleting by id makes concurrent writers fail, by an index page or, on an empty table,
-- by a lock on the whole table. Deleting by ctid touches own rows only; sequential scans are off
-- because the planner prefers one on an empty table. See
-- docs/rationale.md#why-a-function-and-not-two-statements-from-the-client.
--
-- It runs with the rights of its owner, so no object of the caller may be used: search_path is fixed
-- below, functions are qualified, operators get the types for which pg_catalog has one. unnest of
-- several arrays is always pg_catalog's own.
CREATE FUNCTION outbox_write(
  ids uuid[], aggregate_types text[], aggregate_ids text[], event_types text[], payloads text[], headers text[]
) RETURNS uuid[]
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET enable_seqscan = off
AS $function$
DECLARE
  events CONSTANT integer := pg_catalog.cardinality(ids);
  transient boolean;
  inserted_ids uuid[];
  inserted_rows tid[];
BEGIN
  -- A NULL array counts as a difference.
  IF (events = pg_catalog.cardinality(aggregate_types)
      AND events = pg_catalog.cardinality(aggregate_ids)
      AND events = pg_catalog.cardinality(event_types)
      AND events = pg_catalog.cardinality(payloads)
      AND events = pg_catalog.cardinality(outbox_write.headers)) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format(
        'outbox_write: expected six arrays of the same length, found ids %s, aggregate_types %s, aggregate_ids %s, event_types %s, payloads %s, headers %s',
        coalesce(events::text, 'NULL'),
        coalesce(pg_catalog.cardinality(aggregate_types)::text, 'NULL'),
        coalesce(pg_catalog.cardinality(aggregate_ids)::text, 'NULL'),
        coalesce(pg_catalog.cardinality(event_types)::text, 'NULL'),
        coalesce(pg_catalog.cardinality(payloads)::text, 'NULL'),
        coalesce(pg_catalog.cardinality(outbox_write.headers)::text, 'NULL')),
      HINT = 'Give each array one element per event; a NULL element in ids or headers stands for the default.';
  END IF;

  -- A deleted row lives only in WAL that the slot keeps and the publication selects. Without a usable
  -- slot, or without a publication (from 18 on that is no error for the relay), the row stays, and
  -- nothing is lost. While a slot is being made it has no confirmed_flush_lsn and may miss us yet.
  transient := EXISTS (
    SELECT FROM pg_catalog.pg_publication AS publication WHERE publication.pubname = 'outbox'
  ) AND EXISTS (
    SELECT FROM pg_catalog.pg_replication_slots AS slot
    WHERE slot.slot_name = 'outbox'
      AND slot.database = pg_catalog.current_database()
      AND slot.confirmed_flush_lsn IS NOT NULL
      AND slot.wal_status <> 'lost'
      AND NOT slot.temporary);

  WITH inserted AS (
    INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, headers, published_at)
    SELECT coalesce(event.id, outbox_uuidv7()), event.aggregate_type, event.aggregate_id, event.event_type,
           event.payload::jsonb, coalesce(event.headers, '{}')::jsonb,
           CASE WHEN transient THEN pg_catalog.now() END
    FROM unnest(ids, aggregate_types, aggregate_ids, event_types, payloads, outbox_write.headers)
         WITH ORDINALITY AS event (id, aggregate_type, aggregate_id, event_type, payload, headers, nr)
    ORDER BY event.nr
    RETURNING outbox.id, outbox.ctid AS row)
  SELECT pg_catalog.array_agg(inserted.id), pg_catalog.array_agg(inserted.row)
  INTO inserted_ids, inserted_rows
  FROM inserted;

  -- A statement of its own: inside the first one the rows would not be visible.
  IF transient THEN
    DELETE FROM outbox WHERE outbox.ctid = ANY (inserted_rows);
  END IF;

  RETURN coalesce(inserted_ids, '{}');
END
$function$;

COMMENT ON FUNCTION outbox_write(uuid[], text[], text[], text[], text[], text[]) IS
  'Writes events for a CDC relay, in array order, and returns their ids. The rows are deleted at once while the slot "outbox" of this database is usable, and kept otherwise. A NULL id becomes a UUIDv7, NULL headers become {}.';

-- The parameters are named as the columns, so that they can be given by name.
CREATE FUNCTION outbox_write(
  aggregate_type text, aggregate_id text, event_type text, payload jsonb,
  headers jsonb DEFAULT '{}', id uuid DEFAULT NULL
) RETURNS uuid
LANGUAGE sql VOLATILE SECURITY DEFINER
AS $function$
  SELECT (outbox_write(
    ARRAY[id], ARRAY[aggregate_type], ARRAY[aggregate_id], ARRAY[event_type],
    ARRAY[payload::text], ARRAY[headers::text]))[1]
$function$;

COMMENT ON FUNCTION outbox_write(text, text, text, jsonb, jsonb, uuid) IS
  'Writes one event for a CDC relay and returns its id: SELECT outbox_write(''Order'', ''42'', ''OrderPlaced'', ''{"total": 7}'').';

-- pg_temp is named last, because PostgreSQL would otherwise look there first.
DO $block$
DECLARE
  fixed_path CONSTANT text := pg_catalog.format('SET search_path = pg_catalog, %I, pg_temp', current_schema());
BEGIN
  EXECUTE 'ALTER FUNCTION outbox_write(uuid[], text[], text[], text[], text[], text[]) ' || fixed_path;
  EXECUTE 'ALTER FUNCTION outbox_write(text, text, text, jsonb, jsonb, uuid) ' || fixed_path;
END
$block$;

REVOKE ALL ON FUNCTION
  outbox_uuidv7(),
  outbox_write(uuid[], text[], text[], text[], text[], text[]),
  outbox_write(text, text, text, jsonb, jsonb, uuid)
FROM PUBLIC;
