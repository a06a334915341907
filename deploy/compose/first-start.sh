#!/usr/bin/env bash
# The image of PostgreSQL runs this once, when its volume is empty: it makes the user and the database of verifyd. The
# user owns this database and has no right beyond it.
set -euo pipefail

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\set password `cat /run/secrets/verifyd-password`
create role verifyd login password :'password';
create database verifyd owner verifyd;
revoke all on database verifyd from public;
SQL
