import PostgreSQL

/// Functions that make the partitions of days, for the tables that hold history.
extension SchemaFunctions {
    static let partitions: [SQL] = [dayStart, makePartitions]

    /// The smallest UUIDv7 of a day: its first millisecond, and zeros.
    private static let dayStart: SQL = """
        create function uuid_of_day(day date) returns uuid language sql immutable strict as $$
          select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0')
                  || '00000000000000000000')::uuid
        $$
        """

    /// Makes the missing partitions of `days` days from `first` on; returns how many tables it made.
    ///
    /// It makes a new table apart and then attaches it, so that transactions on other days' partitions do not wait. To
    /// attach it, PostgreSQL locks the default partition. So the function waits for transactions that read the default
    /// partition, and later transactions on the default partition wait for the function.
    ///
    /// Rows that came before their day's partition lie in the default partition; the function moves them. Several
    /// workers may call it at the same time: the second waits for the first, and finds the partitions there.
    private static let makePartitions: SQL = """
        create function make_partitions(first date, days integer) returns integer language plpgsql as $$
        declare
          made integer := 0;
          day date;
          parent text;
          key text;
          partition text;
          early boolean;
        begin
          perform pg_advisory_xact_lock(hashtext('verifyd.make_partitions'));
          for day in select first + n from generate_series(0, days - 1) n loop
            foreach parent in array array['verification', 'verification_request', 'message'] loop
              partition := parent || '_' || to_char(day, 'YYYYMMDD');
              continue when to_regclass(partition) is not null;
              key := case parent when 'message' then 'verification_id' else 'id' end;
              execute format('create table %I (like %I including all) with (fillfactor = %s)', partition, parent,
                case parent when 'message' then 70 when 'verification' then 85 else 100 end);
              execute format('select exists (select from %I where %I >= %L and %I < %L)',
                parent || '_other', key, uuid_of_day(day), key, uuid_of_day(day + 1)) into early;
              if early then
                -- From here to the commit, no other transaction adds a row there or changes a row that moves.
                execute format('lock table %I', parent || '_other');
                execute format('with early as (delete from %I where %I >= %L and %I < %L returning *)
                    insert into %I select * from early',
                  parent || '_other', key, uuid_of_day(day), key, uuid_of_day(day + 1), partition);
              end if;
              execute format('alter table %I attach partition %I for values from (%L) to (%L)',
                parent, partition, uuid_of_day(day), uuid_of_day(day + 1));
              made := made + 1;
            end loop;
          end loop;
          return made;
        end
        $$
        """
}

extension SQL {
    /// Makes the partitions of `days` days; the first day is `first` days after today in UTC, -1 is yesterday.
    static func makePartitions(from first: Int, days: Int) -> SQL {
        "select make_partitions((now() at time zone 'utc')::date + \(first)::integer, \(days)::integer)"
    }
}
