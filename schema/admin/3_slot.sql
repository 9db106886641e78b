-- The replication slot "outbox". Before the first write: until it exists outbox_write keeps its rows in
-- the table, where no CDC relay sees them. May be repeated.
--
-- A file of its own, because a slot can't be made in a transaction that has written. Waits for
-- transactions that are open. Needs a superuser or a role with REPLICATION, and wal_level = logical.

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  slot record;
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'outbox') THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = format('No publication "outbox" in database %I.', current_database()),
      HINT = 'Run 2_publication.sql first.';
  END IF;

  SELECT * INTO slot FROM pg_replication_slots WHERE slot_name = 'outbox';
  IF NOT FOUND THEN
    -- With the failover flag (17 and later) a standby that syncs slots takes it over.
    EXECUTE CASE
      WHEN current_setting('server_version_num')::integer >= 170000
      THEN 'SELECT pg_create_logical_replication_slot(''outbox'', ''pgoutput'', false, false, true)'
      ELSE 'SELECT pg_create_logical_replication_slot(''outbox'', ''pgoutput'')'
    END;
  ELSIF slot.database IS DISTINCT FROM current_database() OR slot.plugin IS DISTINCT FROM 'pgoutput' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'duplicate_object',
      MESSAGE = format('Slot "outbox" exists, but is a %s slot with plugin %s in database %s; expected pgoutput in %s.',
                       slot.slot_type, coalesce(slot.plugin, 'none'), coalesce(slot.database, 'none'), current_database()),
      HINT = 'Slot names are unique in a server. Drop that slot if nobody reads it.';
  ELSIF slot.wal_status = 'lost' THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = 'Slot "outbox" is lost: WAL that it needed has been removed. outbox_write keeps its rows meanwhile.',
      HINT = 'Stop the connector, SELECT pg_drop_replication_slot(''outbox''), run this file again, delete the connector''s offsets, resume it, then write the kept rows once more.';
  ELSIF to_jsonb(slot) ->> 'failover' = 'false' THEN
    RAISE WARNING 'Slot "outbox" was made without the failover flag: after a failover it is missing.'
      USING HINT = 'Make it again when the connector has read all, or set the flag with ALTER_REPLICATION_SLOT.';
  END IF;

  PERFORM set_config('search_path', callers_path, true);
END
$block$;
