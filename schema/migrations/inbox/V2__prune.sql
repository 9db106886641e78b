-- Housekeeping of the inbox. Needs V1 and the rights of the table's owner.

-- A plain index: the cheaper BRIN reads the whole table again once freed pages have been reused.
CREATE INDEX inbox_received_at ON inbox (received_at);

CREATE FUNCTION inbox_prune(keep interval, batch integer DEFAULT 10000) RETURNS integer
LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off
AS $function$
DECLARE
  cutoff CONSTANT timestamptz := pg_catalog.now() - keep;
  deleted integer;
BEGIN
  -- Not keep itself: '1 month -29 days' is positive and ends in the future from a February on.
  IF (cutoff <= pg_catalog.now()) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('inbox_prune: expected a time to keep handled messages, found %s.', coalesce(keep::text, 'NULL')),
      HINT = 'For example inbox_prune(''30 days''): longer than the broker can redeliver.';
  END IF;
  IF (batch >= 1) IS NOT TRUE THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = pg_catalog.format('inbox_prune: expected a batch of at least 1 row, found %s.', coalesce(batch::text, 'NULL')),
      HINT = 'The batch is the largest number of rows of one call; leave it out for the default.';
  END IF;

  DELETE FROM inbox WHERE inbox.ctid = ANY (ARRAY(
    SELECT old.ctid FROM inbox AS old
    WHERE old.received_at < cutoff
    ORDER BY old.received_at LIMIT batch
    FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END
$function$;

COMMENT ON FUNCTION inbox_prune(interval, integer) IS
  'Deletes up to batch messages that were handled more than keep ago, oldest first, and returns their number. The clock is the database''s. Repeat while it returns the batch.';

DO $block$
BEGIN
  EXECUTE pg_catalog.format(
    'ALTER FUNCTION inbox_prune(interval, integer) SET search_path = pg_catalog, %I, pg_temp', pg_catalog.current_schema());
END
$block$;

REVOKE ALL ON FUNCTION inbox_prune(interval, integer) FROM PUBLIC;
