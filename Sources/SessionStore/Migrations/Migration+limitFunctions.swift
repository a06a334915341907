import PostgreSQL

/// The arithmetic of `RateLimit` and `LimitState` in SQL, to the microsecond.
///
/// A state is an array: the theoretical arrival time, the number of marks, their moments, their margins. The states of a
/// limit's windows stand one after the other; windows are told by the share that one event costs and by their slack.
extension Migration {
    /// A state after `spent` events at `now`; null is the state of a window that was never used.
    ///
    /// It keeps `LimitState.mostMarks` marks.
    static let limitWith: SQL = """
        create function limit_with(state bigint[], spent integer, share bigint, now bigint)
        returns bigint[] language plpgsql immutable as $$
        declare
          marks integer := coalesce(state[2], 0);
          arrival bigint := greatest(state[1], now);
          moments bigint[] := coalesce(state[3 : 2 + marks], '{}');
          margins bigint[] := coalesce(state[3 + marks : 2 + 2 * marks], '{}');
          margin bigint := arrival - now;
          later integer := 1;
          kept integer;
          nearest integer := 1;
        begin
          while later <= marks and moments[later] <= now loop later := later + 1; end loop;
          kept := later - 1;
          if later <= marks then
            -- Written down after later events: those have more room then.
            margin := margins[later];
            for i in later .. marks loop margins[i] := margins[i] + spent * share; end loop;
          else
            while kept > 0 and margins[kept] >= margin loop kept := kept - 1; end loop;
          end if;
          if kept = 0 or moments[kept] <> now then
            moments := moments[:kept] || now || moments[later:];
            margins := margins[:kept] || margin || margins[later:];
          end if;
          if cardinality(moments) > 32 then
            for i in 2 .. cardinality(margins) - 1 loop
              if margins[i + 1] - margins[i] < margins[nearest + 1] - margins[nearest] then nearest := i; end if;
            end loop;
            margins := margins[:nearest] || margins[nearest + 2:];
            moments := moments[:nearest - 1] || moments[nearest + 1:];
          end if;
          return array[arrival + spent * share, cardinality(moments)] || moments || margins;
        end
        $$
        """

    /// A state without an event of the moment `spent_at`.
    static let limitWithout: SQL = """
        create function limit_without(state bigint[], share bigint, spent_at bigint)
        returns bigint[] language plpgsql immutable as $$
        declare
          marks integer := state[2];
          later integer := 1;
          given bigint := share;
          margin bigint;
          moments bigint[] := '{}';
          margins bigint[] := '{}';
        begin
          while later <= marks and state[2 + later] <= spent_at loop later := later + 1; end loop;
          if later <= marks then given := least(share, state[2 + marks + later]); end if;
          for i in 1 .. marks loop
            margin := state[2 + marks + i] - given + case when i < later then share else 0 end;
            if i >= later or later > marks or margin < state[2 + marks + later] - given then
              moments := moments || state[2 + i];
              margins := margins || margin;
            end if;
          end loop;
          return array[state[1] - given, cardinality(moments)] || moments || margins;
        end
        $$
        """

    /// The states after the events of the moments `given_back` turned out not to have happened, and then `spent` events at
    /// `now`.
    ///
    /// Raises `VF001` when not all of the events are admitted: whoever decided about them had seen an older state. With no
    /// events a window that was never used stays so, and there is no need for slacks and the time.
    static let limitAfter: SQL = """
        create function limit_after(
          times bigint[], spent integer, given_back bigint[], shares bigint[], slacks bigint[], now bigint
        ) returns bigint[] language plpgsql immutable as $$
        declare
          after bigint[] := '{}';
          place integer := 1;
          state bigint[];
          spent_at bigint;
        begin
          for i in 1 .. cardinality(shares) loop
            state := null;
            if place <= cardinality(times) then
              state := times[place : place + 1 + 2 * times[place + 1]];
              place := place + cardinality(state);
              foreach spent_at in array given_back loop state := limit_without(state, shares[i], spent_at); end loop;
            end if;
            if spent > 0 then
              state := limit_with(state, spent, shares[i], now);
              if state[1] - shares[i] - slacks[i] > now then
                raise exception using errcode = 'VF001', message = 'the limit has changed';
              end if;
            end if;
            after := after || state;
          end loop;
          return case when spent > 0 then after else after || times[place:] end;
        end
        $$
        """

    /// The theoretical arrival times of a limit's windows.
    static let limitArrivals: SQL = """
        create function limit_arrivals(times bigint[]) returns bigint[] language plpgsql immutable as $$
        declare
          arrivals bigint[] := '{}';
          place integer := 1;
        begin
          while place <= cardinality(times) loop
            arrivals := arrivals || times[place];
            place := place + 2 + 2 * times[place + 1];
          end loop;
          return arrivals;
        end
        $$
        """

    /// The window that makes the next event wait longest, and until when; no row when all admit it now.
    static let limitWait: SQL = """
        create function limit_wait(times bigint[], slacks bigint[], now bigint)
        returns table (win integer, admits_at bigint) language sql immutable as $$
          select n::integer, arrivals[n::integer] - slack
          from limit_arrivals(times) as a (arrivals), unnest(slacks) with ordinality as s (slack, n)
          where arrivals[n::integer] - slack > now
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
