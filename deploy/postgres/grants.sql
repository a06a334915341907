-- Gives each process's user the rights that its statements need, and takes away all others. The owner of the database
-- runs it after every `verifyd migrate`; it may be repeated, while processes run too:
--
--   psql --file deploy/postgres/grants.sql "$DATABASE_URL"
--
-- The users come from roles.sql, where other names can be given too. What a user lacks, a process says: its gate closes
-- with the name of the table, and `verifyd doctor` says the same.

\set ON_ERROR_STOP on
\set QUIET on
\if :{?migrate} \else \set migrate verifyd_migrate \endif
\if :{?api} \else \set api verifyd_api \endif
\if :{?worker} \else \set worker verifyd_worker \endif
\if :{?dashboard} \else \set dashboard verifyd_dashboard \endif
\if :{?operator} \else \set operator verifyd_operator \endif
\if :{?identity} \else \set identity verifyd_identity \endif

begin;

-- 1. Nothing to anybody but the owner. It is all one transaction, so no process is without its rights for a moment.

select current_schema() as schema \gset
revoke all on all tables in schema :"schema"
  from public, :"api", :"worker", :"dashboard", :"operator", :"identity";
-- In a database of its own, nobody makes temporary tables or tables beside ours.
revoke all on database :"DBNAME" from public;
revoke create on schema :"schema" from public;
grant connect on database :"DBNAME" to :"api", :"worker", :"dashboard", :"operator", :"identity";
grant usage on schema :"schema" to :"api", :"worker", :"dashboard", :"operator", :"identity";

-- 2. Every process compares the schema with itself, and keeps the apps, keys, endpoints, test numbers and blocks
--    in memory.

grant select on schema_migration, app, api_key, event_endpoint, test_number, block_rule, change_number
  to :"api", :"worker", :"dashboard", :"operator", :"identity";

-- 3. The API: checks codes, cancels, shows, erases, keeps test numbers. It never claims a request or records a send, so
--    it can make no verification and no message. Row locks need the right to update. The Firebase surface checks codes
--    and keeps test numbers too, and asks before it takes work whether it could do all of this.

grant select, insert, update, delete on phone_state to :"api", :"identity";
grant select, update, delete on verification, message, receipt to :"api", :"identity";
grant select, update (metadata) on verification_request to :"api", :"identity";
grant select, insert, delete on idempotency_key to :"api", :"identity";
grant select, insert, update on rate_limit to :"api", :"identity";
grant select, insert, delete on outbox to :"api", :"identity";
grant select, delete on verification_watch to :"api", :"identity";
grant select, insert, update on ring_key to :"api", :"identity";
grant insert, update, delete on test_number to :"api", :"identity";
grant insert, update on change_number to :"api", :"identity", :"dashboard", :"operator";
-- It adds to its counts of a minute.
grant select, insert, update on tally to :"api", :"identity";
-- It locks an app's row while it counts the app's test numbers. A right on a column that nobody needs is enough for it.
grant update (created_at) on app to :"api", :"identity";
-- It adds lines to the audit about what keys of the scope admin do, and reads none.
grant insert on audit to :"api";
-- It marks its start and its end, and so does the Firebase surface.
grant select, insert on mark to :"api", :"identity";

-- 4. The worker: claims, records, takes receipts, hands events over, forgets what is old. It deletes no verification:
--    a day's partitions go by `drop_partition`, and the default partitions have names of their own.

grant select, insert, update, delete on phone_state, rate_limit, receipt, outbox, verification_watch, worker,
  tally to :"worker";
grant select, insert, update on verification, message, gateway_breaker, maintenance to :"worker";
grant select, insert on verification_request to :"worker";
grant select, insert, delete on idempotency_key to :"worker";
grant select on gateway_switch, queue_pause, restoration to :"worker";
-- It marks what happens to workers and breakers, and forgets old marks and incidents.
grant select, insert, delete on mark to :"worker";
grant select, delete on incident to :"worker";
-- It forgets how queues stood long ago.
grant select, delete on queue_sample to :"worker";
-- It notes no key, but `verifyd doctor` runs with its user and asks which keys other processes use.
grant select on ring_key to :"worker";
grant select, delete on verification_other, verification_request_other, message_other, audit to :"worker";
grant execute on function make_partitions(date, integer), drop_partition(text) to :"worker";
-- A migration may make the functions anew, as functions of its user.
alter default privileges for role :"migrate" in schema :"schema" grant execute on functions to :"worker";

-- 5. The dashboard: reads everything but what opens something, and changes what an operator decides there: gateways
--    off and weights, queues paused, a limit reset, a test number. It ends no verification, and makes no app and no key.

grant select on phone_state, rate_limit, verification, verification_request, message, receipt, idempotency_key, outbox,
  verification_watch, ring_key, maintenance, worker, gateway_breaker, gateway_switch, queue_pause, tally
  to :"dashboard";
grant insert, update on gateway_switch to :"dashboard";
grant insert, update, delete on queue_pause to :"dashboard";
grant insert (app, phone), update (sends, wrong_codes) on phone_state to :"dashboard";
grant update (slots, counts) on rate_limit to :"dashboard";
grant insert, update, delete on test_number to :"dashboard";
grant update (created_at) on app to :"dashboard";
grant insert, update, delete on block_rule to :"dashboard";
-- It keeps what operators acknowledge of its verdict.
grant select, insert, update, delete on acknowledgement to :"dashboard";

--    The dashboard's own tables; later ones, for example of blocks, belong here too. It signs people in, and
--    can neither change nor drop a line of the audit. People change their own passwords there. It notes when a session
--    was last used.

grant select, update (password, changed_at) on operator to :"dashboard";
-- With single sign-on it makes the operators whom the provider names, and gives them the provider's roles.
grant insert, update (role) on operator to :"dashboard";
grant select, insert on operator_identity to :"dashboard";
grant select, insert, delete, update (seen_at) on operator_session to :"dashboard";
grant select, insert, delete, update (used_step) on operator_factor to :"dashboard";
grant select, insert, delete, update (counter, used_at) on operator_security_key to :"dashboard";
grant select, insert on audit to :"dashboard";
grant select, insert, update on incident to :"dashboard";
grant select, insert on mark to :"dashboard";
-- It keeps how the queues stand, minute by minute.
grant select, insert on queue_sample to :"dashboard";

-- 6. An operator's commands: apps, keys, texts, endpoints, test numbers, gateways, limits, cancels, erasures. Doctor asks whether
--    a role could work, so it is run with that role's user.

grant insert, update on app, api_key to :"operator";
grant insert, update, delete on event_endpoint, test_number, block_rule to :"operator";
grant select, insert, update, delete on operator to :"operator";
grant select, update (is_off) on operator_identity to :"operator";
grant select, delete on operator_session to :"operator";
--    It removes a second factor that a person has lost, and seals secrets under another key.
grant select, delete, update (secret_key, secret) on operator_factor to :"operator";
grant select, delete on operator_security_key to :"operator";
grant select, insert on audit to :"operator";
grant select, insert, update on gateway_switch to :"operator";
grant select, insert, update, delete on queue_pause to :"operator";
grant select on worker, gateway_breaker, ring_key, verification_request, incident, mark to :"operator";
-- `verifyd status` says what is acknowledged.
grant select on acknowledgement to :"operator";
grant update (metadata) on verification_request to :"operator";
grant select, insert, update, delete on phone_state to :"operator";
grant select, update on rate_limit to :"operator";
grant select, delete on verification, idempotency_key, outbox, verification_watch to :"operator";
-- It cancels verifications, and then tells their apps.
grant update (status, ended_at, events) on verification to :"operator";
grant insert on outbox to :"operator";
grant select, update, delete on message, receipt to :"operator";

-- 7. The Firebase surface: accounts, their links and sessions, and which verifications have served a sign-in. But for an
--    operator nobody else sees an account. It adds signing keys and removes none. Administrators of a project may change its configuration,
--    to which the countries belong that the app's rules name. It can give no app a key.

grant select, insert, update, delete on account, account_link, refresh_session to :"identity";
grant select, insert, delete on used_verification to :"identity";
-- It locks old rows before it forgets them. A right on a column that nobody needs is enough for it.
grant update (used_at) on used_verification to :"identity";
grant select, insert, update on project to :"identity";
grant select, insert on signing_key to :"identity";
-- It notes in which mode it serves, and reads the public keys of service accounts.
grant select, insert on surface_use to :"identity";
grant select on service_account to :"identity";
-- It keeps the keys of devices that App Attest has attested, and forgets those that no app uses.
grant select, insert, update, delete on app_attest_key to :"identity";
-- It forgets sessions and guests that nobody uses, one process at a time.
grant select, insert, update on maintenance to :"identity";
-- `verifyd doctor` runs with any of these users, and asks under which keys of the ring rows are sealed.
grant select (code_key) on signing_key to :"api", :"worker", :"dashboard";
grant select (secret_key) on operator_factor to :"api", :"worker", :"identity";
grant select (proofs, identities) on project to :"api", :"worker", :"dashboard";
grant insert (id, display_name, default_language, rules), update (display_name, default_language, rules) on app
  to :"identity";

-- It adds lines to the audit about what administrators do, and reads none.
grant insert on audit to :"identity";

--    An operator makes and removes projects and signing keys. A project's accounts go with it, with the rights of their
--    owner.

grant select, insert, update, delete on project, signing_key, service_account to :"operator";
grant select on surface_use to :"operator";
-- It says after an erasure in which projects an account has the number. For a person who has lost a second factor it
-- removes the factor and ends the account's sessions; it makes and deletes no account.
grant select, update on account to :"operator";
grant select on account_link to :"operator";
grant select, update, delete on refresh_session to :"operator";

-- 8. The partitions that exist get the rights of their tables; `make_partitions` gives them to every later partition.

select format('grant %s on %s to %s', string_agg(a.privilege_type, ', '), i.inhrelid::regclass, a.grantee::regrole)
from pg_inherits i join pg_class parent on parent.oid = i.inhparent, aclexplode(parent.relacl) a
where parent.relkind = 'p' and parent.relnamespace = :'schema'::regnamespace
  and a.grantee not in (0, parent.relowner)
group by i.inhrelid, a.grantee
\gexec

commit;
