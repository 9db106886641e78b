-- The replication slot "outbox", or that of setting outbox.slot_name. Before the first write: until it exists
-- outbox_write keeps its rows in the table, where no CDC relay sees them. May be repeated.
--
-- A file of its own, because a slot can't be made in a transaction that has written. Waits for
-- transactions that are open. Needs wal_level = logical, and a role that may replicate, or a superuser. The
-- login must be a member of outbox_owner, also if it has changed to another role for this file.
-- The publication is "outbox", or that of setting outbox.publication_name. With setting outbox.shards = 3, the
-- slots "outbox_3_0" to "outbox_3_2", for the publications of the same names. If the names are not "outbox", the
-- functions must have been given the same ones: SELECT outbox_create(schema, table, slot, publication, shards).

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  slot_name CONSTANT text := coalesce(nullif(pg_catalog.current_setting('outbox.slot_name', true), ''), 'outbox');
  publication_name CONSTANT text :=
    coalesce(nullif(pg_catalog.current_setting('outbox.publication_name', true), ''), 'outbox');
  shards CONSTANT integer := coalesce(nullif(pg_catalog.current_setting('outbox.shards', true), ''), '1');
  callers_role CONSTANT name := current_user;
  marks_of regnamespace[];
  home regnamespace;
  had_marks boolean;
  any_had_marks boolean := false;
  name text;
  missing text[] := '{}';
  slot record;
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  SELECT array_agg(pronamespace::regnamespace) INTO marks_of
  FROM pg_proc JOIN pg_roles ON pg_roles.oid = proowner
  WHERE proname = 'outbox_slot_made' AND rolname = 'outbox_owner';

  IF shards < 1 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = format('Setting outbox.shards: expected 1 or more, found %s.', shards);
  END IF;
  FOR shard IN 0 .. shards - 1 LOOP
    name := CASE WHEN shards = 1 THEN publication_name ELSE format('%s_%s_%s', publication_name, shards, shard) END;
    IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = name) THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('No publication "%s" in database %I.', name, current_database()),
        HINT = 'Run 2_publication.sql first.';
    END IF;

    name := CASE WHEN shards = 1 THEN slot_name ELSE format('%s_%s_%s', slot_name, shards, shard) END;
    SELECT * INTO slot FROM pg_replication_slots AS found WHERE found.slot_name = name;
    IF NOT FOUND THEN
      missing := missing || name;
    ELSIF slot.database IS DISTINCT FROM current_database() OR slot.plugin IS DISTINCT FROM 'pgoutput' THEN
      RAISE EXCEPTION USING
        ERRCODE = 'duplicate_object',
        MESSAGE = format('Slot "%s" exists, but is a %s slot with plugin %s in database %s; expected pgoutput in %s.',
                         name, slot.slot_type, coalesce(slot.plugin, 'none'), coalesce(slot.database, 'none'), current_database()),
        HINT = 'Slot names are unique in a server. Drop that slot if nobody reads it, or choose another name: setting outbox.slot_name, and outbox_create.';
    ELSIF slot.wal_status = 'lost' THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('Slot "%s" is lost (%s). outbox_write keeps its rows meanwhile.', name, coalesce(to_jsonb(slot) ->> 'invalidation_reason', 'WAL that it needed has been removed')),
        HINT = format('Stop the connector, SELECT pg_drop_replication_slot(%L), run this file again, delete the connector''s offsets, resume it, then SELECT outbox_resend(…). See schema/README.md#when-the-slot-was-lost.', name);
    ELSIF slot.temporary THEN
      RAISE EXCEPTION USING
        ERRCODE = 'duplicate_object',
        MESSAGE = format('Slot "%s" exists, but is temporary: it ends with the session of process %s.', name, slot.active_pid),
        HINT = 'End that session and run this file again.';
    ELSIF to_jsonb(slot) ->> 'failover' = 'false' THEN
      RAISE WARNING 'Slot "%" was made without the failover flag: after a failover it is missing.', name
        USING HINT = 'Make it again when the connector has read all, or set the flag with ALTER_REPLICATION_SLOT.';
    END IF;
  END LOOP;

  IF cardinality(missing) > 0 THEN
    IF marks_of IS NULL THEN
      RAISE EXCEPTION USING
        ERRCODE = 'undefined_function',
        MESSAGE = format('No function outbox_slot_made of role outbox_owner in database %I.', current_database()),
        HINT = 'Run all files of migrations/outbox and then 1_roles.sql first.';
    END IF;

    -- What outbox_mark_published has noted about an earlier slot of that name must not survive it, also
    -- when this run is broken off after the slot was made: hence the COMMIT.
    SET LOCAL ROLE outbox_owner;
    FOREACH home IN ARRAY marks_of LOOP
      EXECUTE format('SELECT %s.outbox_slot_gone($1, $2)', home) INTO had_marks USING slot_name::name, shards;
      any_had_marks := any_had_marks OR had_marks;
    END LOOP;
    IF any_had_marks THEN
      COMMIT;
      SET LOCAL search_path = pg_catalog;
    END IF;
    EXECUTE format('SET LOCAL ROLE %I', callers_role);

    FOREACH name IN ARRAY missing LOOP
      -- With the failover flag (17 and later) a standby that syncs slots takes it over.
      EXECUTE CASE
        WHEN current_setting('server_version_num')::integer >= 170000
        THEN 'SELECT pg_create_logical_replication_slot($1, ''pgoutput'', false, false, true)'
        ELSE 'SELECT pg_create_logical_replication_slot($1, ''pgoutput'')'
      END USING name;
    END LOOP;
    SET LOCAL ROLE outbox_owner;
    FOREACH home IN ARRAY marks_of LOOP
      EXECUTE format('SELECT %s.outbox_slot_made($1, $2, false, $3)', home) USING slot_name::name, publication_name::name, shards;
    END LOOP;
  ELSE
    -- An outbox that joins a slot which others use: from here on its rows are known to be published.
    SET LOCAL ROLE outbox_owner;
    FOREACH home IN ARRAY coalesce(marks_of, '{}') LOOP
      EXECUTE format('SELECT %s.outbox_slot_made($1, $2, true, $3)', home) USING slot_name::name, publication_name::name, shards;
    END LOOP;
  END IF;

  EXECUTE format('SET LOCAL ROLE %I', callers_role);
  PERFORM set_config('search_path', callers_path, true);
END
$block$;
