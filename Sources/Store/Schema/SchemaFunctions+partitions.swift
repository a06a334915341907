import PostgreSQL

/// Functions that make and drop the partitions of days, for the tables that hold history.
///
/// Only the owner of a table may attach a partition to it, or drop a partition. A worker's user need not be the owner,
/// because these functions run with the rights of their owner. See `deploy/postgres/grants.sql`.
extension SchemaFunctions {
    static let partitions: [SQL] = [dayStart, makePartitions, dropPartition, runAsOwner, keepFromOthers]

    /// Lets the functions run as their owner, in the schema in which they are installed.
    ///
    /// PostgreSQL looks for a table among the caller's temporary tables first, unless the path names `pg_temp` later.
    /// Otherwise a caller could make a temporary `message_other`, with a trigger that then runs as the owner.
    private static let runAsOwner: SQL = """
        do $$
        begin
          execute format('alter function make_partitions(date, integer)
            security definer set search_path = %I, pg_temp', current_schema());
          execute format('alter function drop_partition(text)
            security definer set search_path = %I, pg_temp', current_schema());
        end
        $$
        """

    private static let keepFromOthers: SQL =
        "revoke execute on function make_partitions(date, integer), drop_partition(text) from public"

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
    ///
    /// A role that has rights on the partitioned table gets the same rights on the new table. Statements may name the
    /// table of a single day (see `DayTables`), and then PostgreSQL looks at the rights on that table.
    private static let makePartitions: SQL = """
        create function make_partitions(first date, days integer) returns integer language plpgsql as $$
        declare
          made integer := 0;
          day date;
          parent text;
          key text;
          partition text;
          early boolean;
          others record;
        begin
          perform pg_advisory_xact_lock(hashtext('verifyd.make_partitions'));
          for day in select first + n from generate_series(0, days - 1) n loop
            foreach parent in array array['verification', 'verification_request', 'message'] loop
              partition := parent || '_' || to_char(day, 'YYYYMMDD');
              continue when to_regclass(partition) is not null;
              key := case parent when 'message' then 'verification_id' else 'id' end;
              execute format('create table %I (like %I including all) with (fillfactor = %s)', partition, parent,
                case parent when 'message' then 70 when 'verification' then 85 else 100 end);
              for others in
                select a.grantee::regrole as name, string_agg(a.privilege_type, ', ') as rights
                from pg_class c, aclexplode(c.relacl) a
                where c.oid = parent::regclass and a.grantee not in (0, c.relowner) group by a.grantee
              loop
                execute format('grant %s on %I to %s', others.rights, partition, others.name);
              end loop;
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

extension SchemaFunctions {
    /// Drops the partition of a day that is over; nothing happens when there is no such partition.
    ///
    /// It refuses every other table, because a worker that may call it must not be able to drop what is not history.
    private static let dropPartition: SQL = """
        create function drop_partition(partition text) returns void language plpgsql as $$
        begin
          if partition !~ '^(verification|verification_request|message)_[0-9]{8}$'
            or to_date(right(partition, 8), 'YYYYMMDD') >= (now() at time zone 'utc')::date then
            raise exception 'not the partition of a past day: %', partition using errcode = 'insufficient_privilege';
          end if;
          execute format('drop table if exists %I', partition);
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
