import PostgreSQL

/// The arithmetic of `RateLimit` in SQL, to the microsecond.
///
/// Times are theoretical arrival times, one for each window of a limit; windows are told by the share that one event
/// costs and by their slack, which is the interval without one share.
extension Migration {
    /// The times after `given_back` shares of each window came back and then `spent` events at `now`.
    ///
    /// Raises `VF001` when not all of the events are admitted: whoever decided about them had seen an older state. With no
    /// events a window that was never used stays so.
    static let limitAfter: SQL = """
        create function limit_after(
          times bigint[], spent integer, given_back bigint[], shares bigint[], slacks bigint[], now bigint
        ) returns bigint[] language plpgsql immutable as $$
        declare
          after bigint[] := times;
          tat bigint;
        begin
          for i in 1 .. cardinality(shares) loop
            tat := times[i] - coalesce(given_back[i], 0) * shares[i];
            if spent > 0 then
              tat := greatest(tat, now) + spent * shares[i];
              if tat - shares[i] - slacks[i] > now then
                raise exception using errcode = 'VF001', message = 'the limit has changed';
              end if;
            end if;
            if tat is not null then after[i] := tat; end if;
          end loop;
          return case when spent > 0 then after[:cardinality(shares)] else after end;
        end
        $$
        """

    /// The times after an event of the moment `spent_at` turned out not to have happened.
    ///
    /// What time has given back already is not given back again.
    static let limitGivenBack: SQL = """
        create function limit_given_back(times bigint[], shares bigint[], spent_at bigint, now bigint)
        returns bigint[] language sql immutable as $$
          select limit_after(times, 0, array(
            select (spent_at + share > now)::integer::bigint from unnest(shares) with ordinality as s (share, n) order by n
          ), shares, '{}', now)
        $$
        """

    /// The window that makes the next event wait longest, and until when; no row when all admit it now.
    static let limitWait: SQL = """
        create function limit_wait(times bigint[], slacks bigint[], now bigint)
        returns table (win integer, admits_at bigint) language sql immutable as $$
          select n::integer, times[n::integer] - slack from unnest(slacks) with ordinality as s (slack, n)
          where times[n::integer] - slack > now
          order by 2 desc, 1
          limit 1
        $$
        """

    /// Adds what a transaction decided to the rows of shared limits, one after the other in the order of the arrays.
    ///
    /// Called last, so that a row is held no longer than the commit takes; the arrays are sorted, so that two calls never
    /// wait for each other. Raises `VF001` when a row has changed so that not all of it is admitted any more.
    static let applyLimits: SQL = """
        create function apply_limits(
          apps text[], scopes text[], keys text[], spent integer[], given_back text[], shares text[], slacks text[],
          now bigint
        ) returns void language plpgsql as $$
        begin
          for i in 1 .. cardinality(apps) loop
            insert into rate_limit as r (app, scope, key, times)
            values (apps[i], scopes[i], keys[i],
              limit_after('{}', spent[i], given_back[i]::bigint[], shares[i]::bigint[], slacks[i]::bigint[], now))
            on conflict (app, scope, key) do update set times = limit_after(
              r.times, spent[i], given_back[i]::bigint[], shares[i]::bigint[], slacks[i]::bigint[], now);
          end loop;
        end
        $$
        """

    /// `IPAddress.network` of an address as `IPAddress.description` writes it.
    static let networkOf: SQL = """
        create function network_of(address text) returns text language sql immutable as $$
          select case when position(':' in address) = 0 then address
            else array_to_string((string_to_array(address, ':'))[1:4], ':') || '::/64' end
        $$
        """

    static let unixMicroseconds: SQL = """
        create function unix_microseconds(moment timestamptz) returns bigint language sql immutable as $$
          select (extract(epoch from moment) * 1000000)::bigint
        $$
        """
}
