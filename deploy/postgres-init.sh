#!/bin/sh
# Runs once, when the postgres image makes an empty data folder: schema, publication and slot first,
# then the connector's login. The slot must exist before the first event is written.
set -eu

schema=${OUTBOX_SCHEMA_FOLDER:-/schema}
secrets=${OUTBOX_SECRETS_FOLDER:-/etc/outbox/secrets}

run() {
  psql --set ON_ERROR_STOP=1 --username postgres --dbname outbox --quiet "$@"
}

# By the number behind the V: a glob has V10 before V2.
for kind in outbox inbox; do
  for name in $(ls "$schema/migrations/$kind" | grep '^V[0-9].*[.]sql$' | sort -k 1.2n); do
    echo "applying $kind/$name"
    run --single-transaction --file "$schema/migrations/$kind/$name"
  done
done
for file in "$schema"/admin/*.sql; do
  echo "applying $file"
  run --file "$file"
done

# The password comes in as a psql variable, so that quoting is psql's business.
run --set password="$(cat "$secrets/db-password")" <<'SQL'
CREATE ROLE outbox_connector LOGIN REPLICATION PASSWORD :'password' IN ROLE outbox_relay;
SQL
