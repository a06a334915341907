-- The verifications of a day, as the program leaves them. Variables of psql: day (a date), rows, and the number of phones.
--
-- Of 1,000 verifications some 850 are approved and 50 have a second message. Each 5,000th is of the same phone, as of a
-- number that somebody attacks. All times are spread over the day; the rows of today end now.
begin;
create temporary table made on commit drop as
select n, at, hash,
       (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
        || substr(hash, 4, 15))::uuid as id,
       'app-' || 1 + least(n % 31, 19) as app,
       case when n % 5000 = 0 then '+4915100000000' else '+4915' || 100000000 + (abs(hashtext(hash)) % :phones) end as phone,
       (array['DE', 'DE', 'DE', 'GB', 'US', 'FR'])[1 + n % 6] as region,
       (array['main', 'main', 'main', 'backup'])[1 + n % 4] as gateway,
       case when at > now() - interval '10 minutes' then 'pending' when n % 100 < 85 then 'approved'
            when n % 100 < 95 then 'expired' when n % 100 < 97 then 'failed' when n % 100 < 98 then 'canceled'
            when n % 100 < 99 then 'max_attempts_reached' else 'refused' end as status
from (select n, md5(:'day' || n) as hash,
             :'day'::timestamptz + n * ((least(now(), :'day'::timestamptz + interval '1 day') - :'day'::timestamptz) / :rows) as at
      from generate_series(0, :rows - 1) n) t;

insert into verification (id, app, phone, region, network, status, reason, code_key, code_digits, max_sends, max_checks,
                          checks, created_at, expires_at, ended_at, events)
select id, app, phone, region, null, status, case status when 'failed' then 'error-30003' when 'refused' then 'region' end,
       'bulk', 6, 5, 5, 1, at, at + interval '10 minutes', case when status <> 'pending' then at + interval '1 minute' end, 0
from made;

insert into verification_request (id, verification_id, outcome, message, created_at)
select id, id, case status when 'refused' then 'refused' else 'send' end, 1, at from made;

insert into message (verification_id, ordinal, stage, status, reason, due_at, fence, tries, token, may_be_duplicate, gateway,
                     gateway_id, language, encoding, parts, created_at, updated_at, calls)
select id, ordinal, 'ended', case status when 'failed' then 'failed' when 'expired' then 'undelivered' else 'delivered' end,
       case status when 'failed' then 'error-30003' when 'expired' then 'absent' end, at, 1, 1, n, false, gateway,
       case status when 'failed' then null else 'SM' || substr(hash, 1, 31) || ordinal end, 'de', 'gsm7', 1,
       at + (ordinal - 1) * interval '40 seconds', at + interval '5 seconds',
       case when status = 'failed' then '[]'::jsonb end
from made cross join generate_series(1, 2) ordinal
where status <> 'refused' and (ordinal = 1 or n % 20 = 0);

insert into receipt (gateway_id, gateway, verification_id, ordinal, status, reason, created_at, app, region)
select 'SM' || substr(hash, 1, 31) || 1, gateway, id, 1,
       case status when 'expired' then 'undelivered' else 'delivered' end, case status when 'expired' then 'absent' end, at, app,
       region
from made where status not in ('failed', 'refused');
commit;
