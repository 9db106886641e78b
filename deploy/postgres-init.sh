#!/bin/sh
# Runs once, when the postgres image makes an empty data folder: schema, publication and slot first,
# then the connector's login. The slot must exist before the first event is written.
set -eu

schema=${OUTBOX_SCHEMA_FOLDER:-/schema}
secrets=${OUTBOX_SECRETS_FOLDER:-/etc/outbox/secrets}

run() {
  psql --set ON_ERROR_STOP=1 --username postgres --dbname outbox --quiet "$@"
}

for file in "$schema"/migrations/outbox/V*.sql "$schema"/migrations/inbox/V*.sql "$schema"/admin/*.sql; do
  echo "applying $file"
  run --file "$file"
done

# The password comes in as a psql variable, so that quoting is psql's business.
run --set password="$(cat "$secrets/db-password")" <<'SQL'
CREATE ROLE outbox_connector LOGIN REPLICATION PASSWORD :'password' IN ROLE outbox_relay;
SQL
