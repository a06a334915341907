import PostgreSQL

extension Migration {
    /// Counts one try of a code against the verification, its phone and an address, or against none of them.
    ///
    /// Rows are locked as everywhere: phone, limit, verification. Of many at once each one waits for the phone's row
    /// and then sees what the one before it has counted. A verification that has ended costs no lock; that it has not is
    /// looked at again under its lock. Tries of test numbers' codes are counted by the verification alone.
    ///
    /// Returns one row, whose `win` is the window by which the try has to wait longest, null when it was counted; no row
    /// when there is no code to try.
    static let countCheck: SQL = """
        create function count_check(
          request uuid, owner text, caller text,
          phone_shares bigint[], phone_slacks bigint[], network_shares bigint[], network_slacks bigint[]
        ) returns table (
          verification uuid, phone text, code_key text, code_digits smallint, remaining integer,
          network text, is_network boolean, win integer, admits_at bigint, counted_at bigint
        ) language plpgsql as $$
        #variable_conflict use_column
        declare
          known record;
          phone_times bigint[] := '{}';
          network_times bigint[] := '{}';
        begin
          -- 1. Which verification?
          select v.id, v.phone, v.client_ip, v.code_key, v.code_digits into known
          from verification_request r join verification v on v.id = r.verification_id
          where r.id = request and v.app = owner and v.status = 'pending' and v.expires_at > clock_timestamp()
            and v.checks < v.max_checks;
          if not found then
            return;
          end if;
          verification := known.id;
          phone := known.phone;
          code_key := known.code_key;
          code_digits := known.code_digits;
          network := coalesce(caller, network_of(known.client_ip));

          -- 2. Lock the phone, then the address, then the verification; one that was forgotten begins anew.
          if code_key <> '' then
            select p.check_times into phone_times from phone_state p where p.app = owner and p.phone = known.phone for update;
            if not found then
              insert into phone_state as p (app, phone, send_times) values (owner, known.phone, '{}')
              on conflict (app, phone) do update set phone = excluded.phone
              returning p.check_times into phone_times;
            end if;
          end if;
          if code_key <> '' and network is not null and cardinality(network_shares) > 0 then
            select l.times into network_times from rate_limit l
            where l.app = owner and l.scope = 'wrong-codes-per-ip' and l.key = network for update;
            if not found then
              insert into rate_limit as l (app, scope, key, times) values (owner, 'wrong-codes-per-ip', network, '{}')
              on conflict (app, scope, key) do update set times = l.times
              returning l.times into network_times;
            end if;
          end if;
          select v.max_checks - v.checks - 1 into remaining from verification v
          where v.id = known.id and v.status = 'pending' and v.expires_at > clock_timestamp() and v.checks < v.max_checks
          for update;
          if not found then
            return;
          end if;
          counted_at := unix_microseconds(clock_timestamp());

          -- 3. All limits, or none.
          if code_key <> '' then
            select w.is_network, w.win, w.admits_at into is_network, win, admits_at
            from (
              select false as is_network, a.* from limit_wait(phone_times, phone_slacks, counted_at) a
              union all
              select true, b.* from limit_wait(network_times, network_slacks, counted_at) b
            ) w
            order by w.admits_at desc, w.is_network limit 1;
            if found then
              return next;
              return;
            end if;
            update phone_state p set used_at = now(),
              check_times = limit_after(p.check_times, 1, '{}', phone_shares, phone_slacks, counted_at)
            where p.app = owner and p.phone = known.phone;
            if network is not null and cardinality(network_shares) > 0 then
              update rate_limit l
              set times = limit_after(l.times, 1, '{}', network_shares, network_slacks, counted_at)
              where l.app = owner and l.scope = 'wrong-codes-per-ip' and l.key = network;
            end if;
          end if;
          update verification v set checks = v.checks + 1 where v.id = known.id;
          return next;
        end
        $$
        """
}
