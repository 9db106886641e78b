-- Roles and their rights. Run after the migrations, and again after each new one; may be repeated.
--
-- Works on the table "outbox" that the search_path finds. Needs a superuser, or a role with
-- CREATEROLE that owns the schema and is (a member of) the role that ran the migrations.
--
--   outbox_owner     owns table and functions; nobody logs in as it
--   outbox_writer    for services: may call the write functions, and nothing else
--   outbox_inserter  for ORMs that must INSERT themselves; those rows stay in the table
--   outbox_relay     for the connector's login, which needs LOGIN REPLICATION of its own
--
-- The former owner becomes a member of outbox_owner, so that it can go on migrating. A service that
-- runs the migrations with the login it works with can therefore do more than write.

DO $block$
DECLARE
  callers_path CONSTANT text := pg_catalog.current_setting('search_path');
  outbox CONSTANT regclass := pg_catalog.to_regclass('outbox');
  role_name text;
  role_comment text;
  former_owner regrole;
  outbox_schema regnamespace;
  own_function regprocedure;
  is_write_function boolean;
BEGIN
  SET LOCAL search_path = pg_catalog; -- from here on nothing that others have made is used

  IF outbox IS NULL THEN
    RAISE EXCEPTION USING
      ERRCODE = 'undefined_table',
      MESSAGE = format('No table "outbox" in database %I along search_path %s.', current_database(), callers_path),
      HINT = 'Run migrations/outbox first, or set search_path to the schema that holds it.';
  END IF;
  SELECT relowner::regrole, relnamespace::regnamespace INTO STRICT former_owner, outbox_schema
  FROM pg_class WHERE oid = outbox;

  FOR role_name, role_comment IN VALUES
    ('outbox_owner', 'Owns the outbox table and its functions; no login.'),
    ('outbox_writer', 'May call the outbox write functions. No INSERT, hence no COPY.'),
    ('outbox_inserter', 'May INSERT into the outbox, for ORMs. Such rows stay in the table.'),
    ('outbox_relay', 'May read the outbox. The connector''s login is a member and has REPLICATION.')
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXECUTE format('COMMENT ON ROLE %I IS %L', role_name, role_comment);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', outbox_schema, role_name);
  END LOOP;

  -- A superuser is a member already, and bypasses what the others need to hand ownership over.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    GRANT outbox_owner TO CURRENT_USER;
    EXECUTE format('GRANT CREATE ON SCHEMA %s TO outbox_owner', outbox_schema);
  END IF;
  IF former_owner <> 'outbox_owner'::regrole THEN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE oid = former_owner) THEN
      EXECUTE format('GRANT outbox_owner TO %s', former_owner);
    END IF;
    EXECUTE format('ALTER TABLE %s OWNER TO outbox_owner', outbox);
    EXECUTE format('ALTER TABLE IF EXISTS %s.outbox_partition_ends OWNER TO outbox_owner', outbox_schema);
  END IF;

  FOR own_function, is_write_function IN
    SELECT oid::regprocedure, proname IN ('outbox_write', 'outbox_append', 'outbox_emit') FROM pg_proc
    WHERE pronamespace = outbox_schema AND proname IN (
      'outbox_write', 'outbox_append', 'outbox_emit', 'outbox_uuidv7', 'outbox_create', 'outbox_create_table',
      'outbox_create_function', 'outbox_template_relay', 'outbox_template_write', 'outbox_template_append',
      'outbox_template_emit',
      'outbox_partitions', 'outbox_create_partitions', 'outbox_create_partitioned', 'outbox_cluster',
      'outbox_note_partition_ends', 'outbox_partition_open_because', 'outbox_slot_behind_because',
      'outbox_partition_kept_because', 'outbox_expired_partitions', 'outbox_drop_partition', 'outbox_drop_partitions')
  LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO outbox_owner', own_function);
    IF is_write_function THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO outbox_writer', own_function);
    END IF;
  END LOOP;
  EXECUTE format('GRANT INSERT ON %s TO outbox_inserter', outbox);
  EXECUTE format('GRANT SELECT ON %s TO outbox_relay', outbox);

  PERFORM set_config('search_path', callers_path, true);
END
$block$;
