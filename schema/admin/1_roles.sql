-- Roles and their rights. Run after the migrations, and again after each new one; may be repeated.
--
-- Works on table "outbox", or on that of setting outbox.table_name, as the search_path finds it. Run it for
-- the table of the migrations first. Needs a superuser, or a role with CREATEROLE that owns the schemas
-- and is (a member of) the role that ran the migrations.
--
--   outbox_owner     owns tables and functions; nobody logs in as it
--   outbox_writer    for services: may call the write functions, and nothing else
--   outbox_inserter  for ORMs that must INSERT themselves; those rows stay in the table
--   outbox_relay     for the connector's login, which needs LOGIN REPLICATION of its own
--   outbox_monitor   for monitoring: sees how many rows there are and how old, but nothing of the events
--   outbox_housekeeper  for a scheduler: may call outbox_cleanup and outbox_mark_published, which run with
--                    its rights; so it may delete rows and date them, but sees nothing of the events
--
-- The former owner becomes a member of outbox_owner, so that it can go on migrating. A service that
-- runs the migrations with the login it works with can therefore do more than write.

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  setting CONSTANT text := coalesce(nullif(pg_catalog.current_setting('outbox.table_name', true), ''), 'outbox');
  outbox CONSTANT regclass := pg_catalog.to_regclass(setting);
  new_roles CONSTANT text[] :=
    '{outbox_owner, outbox_writer, outbox_inserter, outbox_relay, outbox_monitor, outbox_housekeeper}';
  role_comments CONSTANT text[] := ARRAY[
    'Owns the outbox tables and their functions; no login.',
    'May call the outbox write functions. No INSERT, hence no COPY.',
    'May INSERT into the outbox, for ORMs. Such rows stay in the table.',
    'May read the outbox. The connector''s login is a member and has REPLICATION.',
    'May count and date the rows of the outbox. Sees no payload, headers, ids or aggregate ids.',
    'May run outbox_cleanup and outbox_mark_published. Sees no payload, headers or aggregates.'];
  is_superuser boolean;
  outbox_name name;
  outbox_schema regnamespace;
  former_owner regrole;
  homes regnamespace[];
  name text;
  is_write_function boolean;
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  IF outbox IS NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'undefined_table',
      MESSAGE = format('No table "%s" in database %I along search_path %s.', setting, current_database(), callers_path),
      HINT = 'Run migrations/outbox first, or set search_path or outbox.table_name to the schema that holds it.';
  END IF;
  SELECT rolsuper INTO STRICT is_superuser FROM pg_roles WHERE rolname = current_user;
  SELECT relname, relnamespace::regnamespace, relowner::regrole INTO STRICT outbox_name, outbox_schema, former_owner
  FROM pg_class WHERE oid = outbox;

  FOR i IN 1 .. cardinality(new_roles) LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = new_roles[i]) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', new_roles[i]);
      EXECUTE format('COMMENT ON ROLE %I IS %L', new_roles[i], role_comments[i]);
    END IF;
  END LOOP;

  -- Where the migrations ran: the functions of other tables need what is there.
  SELECT array_agg(pronamespace::regnamespace) INTO homes
  FROM pg_proc
  WHERE proname = 'outbox_uuidv7' AND pronargs = 0 AND proowner IN (former_owner, 'outbox_owner'::regrole);

  FOREACH name IN ARRAY new_roles LOOP
    IF NOT has_schema_privilege(name, outbox_schema, 'USAGE') THEN
      EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', outbox_schema, name);
    END IF;
  END LOOP;
  FOREACH name IN ARRAY coalesce(homes::text[], '{}') LOOP
    IF NOT has_schema_privilege('outbox_owner', name::regnamespace, 'USAGE')
       OR NOT has_schema_privilege('outbox_housekeeper', name::regnamespace, 'USAGE') THEN
      EXECUTE format('GRANT USAGE ON SCHEMA %s TO outbox_owner, outbox_housekeeper', name);
    END IF;
  END LOOP;

  -- A superuser is a member already.
  IF NOT is_superuser THEN
    GRANT outbox_owner TO CURRENT_USER;
  END IF;
  -- To be handed what is there, and because functions and partitions to come belong to it, whoever makes
  -- them.
  FOR name IN SELECT DISTINCT schema FROM unnest(homes || outbox_schema) AS schema LOOP
    IF NOT has_schema_privilege('outbox_owner', name::regnamespace, 'CREATE') THEN
      EXECUTE format('GRANT CREATE ON SCHEMA %s TO outbox_owner', name);
    END IF;
  END LOOP;
  IF NOT (SELECT rolsuper FROM pg_roles WHERE oid = former_owner) AND former_owner <> 'outbox_owner'::regrole THEN
    EXECUTE format('GRANT outbox_owner TO %s', former_owner);
  END IF;

  -- Only what the former owner has made. Otherwise anybody could plant a SECURITY DEFINER function of a
  -- fitting name and have it run with the rights of outbox_owner.
  IF former_owner <> 'outbox_owner'::regrole THEN
    FOR name IN
      SELECT oid::regclass FROM pg_class
      WHERE relowner = former_owner
        AND (oid = outbox
             OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = outbox)
             OR relnamespace = ANY (homes) AND relname IN ('outbox_marks', 'outbox_partition_ends'))
    LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO outbox_owner', name);
    END LOOP;
  END IF;
  FOR name, is_write_function IN
    SELECT oid::regprocedure, is_of_table
    FROM pg_proc, LATERAL (
      SELECT pronamespace = outbox_schema
             AND proname IN (outbox_name || '_write', outbox_name || '_append', outbox_name || '_emit')
    ) AS kind (is_of_table)
    WHERE proowner IN (former_owner, 'outbox_owner'::regrole)
      AND (is_of_table OR pronamespace = ANY (homes) AND starts_with(proname, 'outbox_'))
  LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO outbox_owner', name);
    IF is_write_function THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO outbox_writer', name);
    END IF;
  END LOOP;

  EXECUTE format('GRANT INSERT ON %s TO outbox_inserter', outbox);
  EXECUTE format('GRANT SELECT ON %s TO outbox_relay', outbox);
  EXECUTE format('GRANT SELECT (aggregate_type, created_at, published_at, position) ON %s TO outbox_monitor', outbox);
  EXECUTE format('GRANT SELECT (id, created_at, published_at, position), UPDATE (published_at), DELETE ON %s TO outbox_housekeeper', outbox);
  EXECUTE format('GRANT SELECT ON SEQUENCE %s TO outbox_housekeeper', pg_get_serial_sequence(outbox::text, 'position'));
  FOR name IN
    SELECT oid::regclass FROM pg_class
    WHERE relnamespace = ANY (homes) AND relname = 'outbox_marks' AND relowner = 'outbox_owner'::regrole
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO outbox_housekeeper', name);
  END LOOP;
  FOR name IN
    SELECT oid::regprocedure FROM pg_proc
    WHERE pronamespace = ANY (homes) AND proowner = 'outbox_owner'::regrole AND proname IN (
      'outbox_cleanup', 'outbox_mark_published', 'outbox_check_arguments', 'outbox_is_outbox', 'outbox_relay_obstacle',
      'outbox_shard_obstacle', 'outbox_filter_obstacle', 'outbox_shard_name', 'outbox_shard_filter', 'outbox_confirmed',
      'outbox_last_position', 'outbox_publication_entry', 'outbox_baseline', 'outbox_start_marks')
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO outbox_housekeeper', name);
  END LOOP;

  PERFORM set_config('search_path', callers_path, true);
END
$block$;
