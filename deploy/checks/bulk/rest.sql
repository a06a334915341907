-- What surrounds the verifications: apps, phones, limits, counts by the minute, workers, incidents, and what operators did.
-- Variables of psql: phones, and the minutes of tallies.
begin;
insert into app (id, display_name, rules)
select 'app-' || n, 'App ' || n, '{"regions": "all"}' from generate_series(1, 20) n;

insert into phone_state (app, phone, sends, wrong_codes, limits_over_at, used_at)
select 'app-' || 1 + least(n % 31, 19), '+4915' || 100000000 + n, array[extract(epoch from now())::bigint - n % 86400], '{}',
       now() - interval '1 hour', now() - (n % 2592000) * interval '1 second'
from generate_series(0, :phones - 1) n;

insert into rate_limit (app, scope, key, seconds, most, slots, counts, over_at)
select 'app-' || 1 + n % 20, (array['ip', 'prefix', 'app'])[1 + n % 3],
       '10.' || (n >> 16) % 256 || '.' || (n >> 8) % 256 || '.' || n % 256, 3600, 100,
       array[extract(epoch from now())::bigint / 60], array[1 + n % 100], now() + interval '1 hour'
from generate_series(0, greatest(:phones / 30, 1)) n;

-- Of each minute: what 20 apps start in 4 regions, what 2 gateways make of it, and how long it took.
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - m * interval '1 minute', 'app-' || a, region, '', '', 1 + (m * a) % 23
from generate_series(0, :minutes - 1) m cross join generate_series(1, 5) a
     cross join unnest(array['DE', 'GB', 'US', 'FR']) region
     cross join unnest(array['started', 'sent', 'approved', 'wrong-code']) kind;
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - m * interval '1 minute', 'app-' || a, region, gateway, '', 1 + (m * a) % 11
from generate_series(0, :minutes - 1) m cross join generate_series(1, 5) a
     cross join unnest(array['DE', 'GB', 'US', 'FR']) region cross join unnest(array['main', 'backup']) gateway
     cross join unnest(array['accepted', 'delivered', 'call-accepted']) kind;
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - m * interval '1 minute', 'app-1', region, 'main', reason, 1 + m % 5
from generate_series(0, :minutes - 1) m cross join unnest(array['DE', 'GB']) region
     cross join unnest(array['error-30003', 'error-30005', 'absent']) reason
     cross join unnest(array['failed', 'undelivered', 'call-refused']) kind;
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - m * interval '1 minute', '', '',
       case kind when 'call-time' then gateway else '' end, bucket, 1 + m % 50
from generate_series(0, :minutes - 1) m cross join unnest(array['main', 'backup']) gateway
     cross join unnest(array['0.01', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '10']) bucket
     cross join unnest(array['wait', 'call-time']) kind
where kind = 'call-time' or gateway = 'main';

-- Fifteen more apps are small: an event in each fifth minute. And what single apps fare ill by.
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - (5 * m + a % 5) * interval '1 minute', 'app-' || a, 'DE', '', '', 1 + (m * a) % 3
from generate_series(0, :minutes / 5 - 1) m cross join generate_series(6, 20) a
     cross join unnest(array['started', 'sent', 'approved']) kind;
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - 5 * m * interval '1 minute', 'app-' || a, region, '', reason, 1 + (m * a) % 7
from generate_series(0, :minutes / 5 - 1) m cross join generate_series(1, 5) a cross join unnest(array['DE', 'GB']) region
     cross join (values ('limited', 'sends-per-phone'), ('limited', 'sends-per-ip'), ('refused', 'region'),
                        ('duplicate', ''), ('exhausted', '')) hold (kind, reason);
insert into tally (kind, minute, app, region, gateway, reason, count)
select kind, date_trunc('minute', now()) - 5 * m * interval '1 minute', 'app-' || a, '', '', reason, 1 + (m * a) % 7
from generate_series(0, :minutes / 5 - 1) m cross join generate_series(1, 5) a
     cross join (values ('app-proof', 'app-check good'), ('app-proof', 'app-check bad'), ('event-told', ''),
                        ('event-failed', '503')) told (kind, reason);

-- Incidents and marks of a month: three an hour, and each part of it that a page shows.
insert into incident (rule, subject, level, sentence, measure, began_at, is_at_least, last_seen_at, ended_at, ending)
select (array['gateway-away', 'codes-late', 'no-workers'])[1 + n % 3], case n % 3 when 0 then 'main' else '' end,
       case n % 3 when 2 then 'DOWN' else 'DEGRADED' end, 'What incident ' || n || ' meant for people.', 'measured ' || n,
       at - interval '9 minutes', false, at, at, 'The verdict was OK.'
from (select n, now() - (2160 - n) * interval '20 minutes' as at from generate_series(1, 2159) n) t;
insert into mark (created_at, kind, subject, detail)
select now() - (20000 - n) * interval '2 minutes',
       (array['breaker-opened', 'breaker-closed', 'worker-started', 'worker-ended'])[1 + n % 4],
       case when n % 4 < 2 then 'backup' else 'worker-' || n % 200 end, 'detail ' || n
from generate_series(1, 20000) n;

-- Events that wait for their apps.
insert into outbox (app, verification_id, sequence, kind, status, created_at)
select app, id, 1, 'verification.approved', 'approved', created_at
from verification where id >= uuid_of_day((now() at time zone 'utc')::date) limit 20000;

insert into worker (id, seen_at, has_left, host, version, process_id, started_at, in_hand, oldest_at, prefetch, activity, paused)
select n, now() + case when n <= 20 then interval '1 hour' else interval '-1 day' end, n > 40, 'worker-' || n, '1.0.0', 1000 + n,
       now() - interval '1 day', n % 100, now() - interval '1 second', 1000, 'takes', '{}'
from generate_series(1, 200) n;

insert into audit (created_at, actor, deed, subject, reason, result)
select now() - (100000 - n) * interval '20 seconds', 'operator-' || n % 9,
       (array['look', 'unmask', 'pause-queue', 'reset-limit', 'switch-gateway'])[1 + n % 5], 'subject ' || n, 'reason ' || n,
       (array['done', 'done', 'done', 'forbidden', 'failed'])[1 + n % 5]
from generate_series(1, 100000) n;

insert into idempotency_key (app, hash, fingerprint, verification_id, remaining_checks, created_at)
select app, decode(md5(id::text), 'hex'), decode(md5('f' || id), 'hex'), id, null, created_at
from verification where id >= uuid_of_day((now() at time zone 'utc')::date);
commit;
