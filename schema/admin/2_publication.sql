-- The publication "outbox": inserts into the outbox, nothing else. Before the slot, because a slot
-- decodes with the publication as it was when the event was written. May be repeated.
--
-- Works on the table "outbox" that the search_path finds. Needs its owner's rights (a superuser, or a
-- member of outbox_owner) and CREATE on the database.

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  outbox CONSTANT regclass := pg_catalog.to_regclass('outbox');
  columns text := '';
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  IF outbox IS NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'undefined_table',
      MESSAGE = format('No table "outbox" in database %I along search_path %s.', current_database(), callers_path),
      HINT = 'Run migrations/outbox first, or set search_path to the schema that holds it.';
  END IF;

  IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = 'outbox') THEN
    -- PostgreSQL 14 knows no column lists. The columns left out are read by no relay, and decoding
    -- timestamps costs about a fifth of its throughput.
    IF current_setting('server_version_num')::integer >= 150000 THEN
      columns := '(id, aggregate_type, aggregate_id, event_type, payload, headers)';
    END IF;
    EXECUTE format('CREATE PUBLICATION outbox FOR TABLE %s %s WITH (publish = ''insert'')', outbox, columns);
  -- One that is there may have been adapted on purpose: it is checked, never changed.
  ELSIF NOT EXISTS (
    SELECT FROM pg_publication AS publication
    WHERE pubname = 'outbox' AND pubinsert AND NOT pubupdate AND NOT pubdelete AND NOT pubtruncate
      AND EXISTS (
        SELECT FROM pg_publication_rel WHERE prpubid = publication.oid AND prrelid = outbox)) THEN
    RAISE EXCEPTION USING
      ERRCODE = 'object_not_in_prerequisite_state',
      MESSAGE = format('Publication "outbox" exists, but does not publish inserts, and only inserts, of %s.', outbox),
      HINT = 'Stop the connector and correct it with ALTER PUBLICATION, or drop it and run this file again.';
  END IF;

  PERFORM set_config('search_path', callers_path, true);
END
$block$;
