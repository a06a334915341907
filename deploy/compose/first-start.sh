#!/usr/bin/env bash
# The image of PostgreSQL runs this once, when its volume is empty: it makes the database, and a user for each role. The
# service `grants` says what each may do, after every migration.
set -euo pipefail

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\i /verifyd/roles.sql
\set migrate `cat /run/secrets/migrate`
\set api `cat /run/secrets/api`
\set worker `cat /run/secrets/worker`
\set dashboard `cat /run/secrets/dashboard`
\set identity `cat /run/secrets/identity`
\set operator `cat /run/secrets/operator`
alter role verifyd_migrate password :'migrate';
alter role verifyd_api password :'api';
alter role verifyd_worker password :'worker';
alter role verifyd_dashboard password :'dashboard';
alter role verifyd_identity password :'identity';
alter role verifyd_operator password :'operator';
create database verifyd owner verifyd_migrate;
SQL
