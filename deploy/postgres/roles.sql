-- Makes the users of an installation's processes, each once. A superuser runs it before the first `verifyd migrate`:
--
--   psql --file deploy/postgres/roles.sql postgres
--
-- It sets no password. Set each by \password, which sends PostgreSQL a hash only. Then make the database for the first
-- user, `create database verifyd owner verifyd_migrate`, migrate as this user, and run grants.sql as this user too.
--
-- Other names: --set migrate=… --set api=… --set worker=… --set dashboard=… --set operator=… --set identity=…

\set ON_ERROR_STOP on
\set QUIET on
\if :{?migrate} \else \set migrate verifyd_migrate \endif
\if :{?api} \else \set api verifyd_api \endif
\if :{?worker} \else \set worker verifyd_worker \endif
\if :{?dashboard} \else \set dashboard verifyd_dashboard \endif
\if :{?operator} \else \set operator verifyd_operator \endif
\if :{?identity} \else \set identity verifyd_identity \endif

-- `verifyd serve` has several roles in one process, so it needs a user of its own with the rights of all of them:
-- `grant verifyd_api, verifyd_worker, verifyd_dashboard, verifyd_identity to …`.
select format('create role %I login', name)
from unnest(array[:'migrate', :'api', :'worker', :'dashboard', :'operator', :'identity']) as name
where not exists (select from pg_roles where rolname = name)
\gexec
