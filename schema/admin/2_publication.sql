-- The publication "outbox", or that of setting outbox.publication_name: inserts into the outbox, nothing
-- else. Before the slot, because a slot decodes with the publication as it was when the event was
-- written. May be repeated; for a further outbox it adds the table.
--
-- With setting outbox.shards = 3, the publications "outbox_3_0" to "outbox_3_2", each with a third of the
-- aggregates: from PostgreSQL 15 on, and each for a connector of its own.
--
-- Works on table "outbox", or on that of setting outbox.table_name, as the search_path finds it. Needs its
-- owner's rights (a superuser, or a member of outbox_owner) and CREATE on the database; to add a table,
-- those of the publication's owner, too.

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  setting CONSTANT text := coalesce(nullif(pg_catalog.current_setting('outbox.table_name', true), ''), 'outbox');
  outbox CONSTANT regclass := pg_catalog.to_regclass(setting);
  publication_name CONSTANT text :=
    coalesce(nullif(pg_catalog.current_setting('outbox.publication_name', true), ''), 'outbox');
  shards CONSTANT integer := coalesce(nullif(pg_catalog.current_setting('outbox.shards', true), ''), '1');
  publication pg_catalog.pg_publication;
  name text;
  filter text;
  found_filter text;
  has_other_rows boolean := false;
  is_partitioned boolean;
  columns text := '';
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  IF outbox IS NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'undefined_table',
      MESSAGE = format('No table "%s" in database %I along search_path %s.', setting, current_database(), callers_path),
      HINT = 'Run migrations/outbox first, or set search_path or outbox.table_name to the schema that holds it.';
  END IF;
  SELECT relkind = 'p' INTO STRICT is_partitioned FROM pg_class WHERE oid = outbox;

  -- PostgreSQL 14 knows no column lists. The columns left out are read by no relay, and decoding
  -- timestamps costs about a fifth of its throughput.
  IF current_setting('server_version_num')::integer >= 150000 THEN
    columns := '(id, aggregate_type, aggregate_id, event_type, payload, headers)';
  END IF;

  IF shards < 1 OR shards > 1 AND current_setting('server_version_num')::integer < 150000 THEN
    RAISE EXCEPTION USING
      ERRCODE = 'invalid_parameter_value',
      MESSAGE = format('Setting outbox.shards: expected 1, or more on PostgreSQL 15 and later, found %s.', shards),
      HINT = 'Shards need row filters, which older servers do not have.';
  END IF;

  FOR shard IN 0 .. shards - 1 LOOP
    name := publication_name;
    IF shards > 1 THEN
      name := format('%s_%s_%s', publication_name, shards, shard);
      -- As the server prints it, because outbox_write compares the text.
      filter := format(
        '(mod((hashtextextended(aggregate_id, (0)::bigint) & ''9223372036854775807''::bigint), (%s)::bigint) = %s)',
        shards, shard);
    END IF;

    IF current_setting('server_version_num')::integer >= 150000 THEN
      SELECT pg_get_expr(prqual, prrelid) INTO found_filter
      FROM pg_publication_rel JOIN pg_publication ON pg_publication.oid = prpubid
      WHERE pubname = name AND prrelid = outbox;
    END IF;

    IF shards > 1 THEN -- statements of their own, because PostgreSQL 14 has none of these columns and tables
      has_other_rows := EXISTS (
        SELECT FROM pg_publication AS p
        WHERE pubname = name AND (
          puballtables
          OR EXISTS (SELECT FROM pg_publication_rel WHERE prpubid = p.oid AND prrelid = outbox)
             AND found_filter IS DISTINCT FROM filter
          OR EXISTS (
            SELECT FROM pg_publication_namespace JOIN pg_class ON relnamespace = pnnspid
            WHERE pnpubid = p.oid AND pg_class.oid = outbox)));
    END IF;

    SELECT * INTO publication FROM pg_publication WHERE pubname = name;
    IF NOT FOUND THEN
      -- Rows of partitions come as rows of the outbox itself. Makes no difference to other tables, and a
      -- partitioned outbox can be added later.
      EXECUTE format('CREATE PUBLICATION %I FOR TABLE %s %s%s WITH (publish = ''insert'', publish_via_partition_root = true)',
                     name, outbox, columns, ' WHERE ' || filter);
    -- One that is there may have been adapted on purpose: nothing of it is changed.
    ELSIF NOT publication.pubinsert OR publication.pubupdate OR publication.pubdelete OR publication.pubtruncate THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('Publication "%s" exists, but does not publish inserts, and only inserts, of %s.', name, outbox),
        HINT = 'Stop the connector and correct it with ALTER PUBLICATION, or drop it and run this file again.';
    ELSIF is_partitioned AND NOT publication.pubviaroot THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('Publication "%s" exists, but would publish rows of %s under the names of its partitions.', name, outbox),
        HINT = format('Stop the connector, then ALTER PUBLICATION %I SET (publish_via_partition_root = true).', name);
    ELSIF shards = 1 AND found_filter IS NOT NULL THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('Publication "%s" exists, but filters the rows of %s: those left out would stay in the table.', name, outbox),
        HINT = 'Stop the connector and take the WHERE away with ALTER PUBLICATION … SET TABLE.';
    ELSIF has_other_rows THEN
      RAISE EXCEPTION USING
        ERRCODE = 'object_not_in_prerequisite_state',
        MESSAGE = format('Publication "%s" exists, but does not publish exactly the rows of %s with %s.', name, outbox, filter),
        HINT = 'Each event has to belong to one shard. Drop that publication if nobody reads it, and run this file again.';
    ELSIF NOT publication.puballtables
          AND NOT EXISTS (SELECT FROM pg_publication_rel WHERE prpubid = publication.oid AND prrelid = outbox) THEN
      EXECUTE format('ALTER PUBLICATION %I ADD TABLE %s %s%s', name, outbox, columns, ' WHERE ' || filter);
    END IF;
  END LOOP;

  PERFORM set_config('search_path', callers_path, true);
END
$block$;
