#!/bin/sh
# Run once by PostgreSQL's image in a new cluster: one database and one account each for Airflow's metadata, for the
# results of Celery, for Redactory's ledger and for its vault, so that no account opens what another one keeps.
set -eu
secrets=${SECRETS:-/run/secrets}
for name in airflow celery redactory vault; do
    psql -X -q -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres \
        -v name="$name" -v password="$(cat "$secrets/${name}_db_password")" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
