import PostgreSQL

extension Migration {
    /// Hot tables are small and leave room for updates in place; history is partitioned by the day inside its UUIDv7.
    static let firstSchema = Migration(
        version: 1, name: "apps, phones, verifications, messages",
        statements: [
            """
            create table app (
              id text primary key,
              display_name text not null,
              default_language text,
              rules jsonb not null default '{}',
              created_at timestamptz not null default now()
            )
            """,
            """
            create table api_key (
              hash bytea primary key,
              app text not null references app,
              label text not null default '',
              scope text not null default 'send',
              created_at timestamptz not null default now(),
              revoked_at timestamptz
            )
            """,
            "create index on api_key (app)",
            """
            create table phone_state (
              app text not null,
              phone text collate "C" not null,
              sends bigint[] not null default '{}',
              wrong_codes bigint[] not null default '{}',
              limits_over_at timestamptz not null default '-infinity',
              used_at timestamptz not null default now(),
              live_id uuid,
              live_code_key text,
              live_code_digits smallint,
              live_expires_at timestamptz,
              live_sends smallint,
              live_messages smallint,
              live_wrong_codes smallint,
              live_resend_after timestamptz,
              primary key (app, phone)
            ) with (fillfactor = 70)
            """,
            """
            create table verification (
              id uuid primary key,
              app text not null,
              phone text collate "C" not null,
              region text not null,
              network text,
              status text not null,
              reason text,
              code_key text not null,
              code_digits smallint not null,
              max_sends smallint not null,
              max_checks smallint not null,
              checks smallint not null default 0,
              metadata jsonb,
              created_at timestamptz not null,
              expires_at timestamptz not null,
              ended_at timestamptz
            ) partition by range (id)
            """,
            """
            create table verification_request (
              id uuid primary key,
              verification_id uuid not null,
              outcome text not null,
              message smallint,
              created_at timestamptz not null
            ) partition by range (id)
            """,
            """
            create table message (
              verification_id uuid not null,
              ordinal smallint not null,
              stage text not null,
              status text not null,
              reason text,
              due_at timestamptz not null,
              fence integer not null,
              tries smallint not null,
              token bigint not null,
              may_be_duplicate boolean not null,
              gateway text,
              gateway_id text,
              language text,
              encoding text,
              parts smallint,
              created_at timestamptz not null,
              updated_at timestamptz not null,
              primary key (verification_id, ordinal)
            ) partition by range (verification_id)
            """,
            // For a search and an erasure. Of the app too it would be larger, and few apps share a phone.
            "create index on verification (phone)",
            "create table verification_other partition of verification default with (fillfactor = 85)",
            "create table verification_request_other partition of verification_request default",
            "create table message_other partition of message default with (fillfactor = 70)",
        ])

    /// The smallest UUIDv7 of a day: its first millisecond, and zeros.
    static let dayStart: SQL = """
        create function uuid_of_day(day date) returns uuid language sql immutable strict as $$
          select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0')
                  || '00000000000000000000')::uuid
        $$
        """

    /// Makes the partitions of some days that have none; returns how many it made.
    ///
    /// A new table is made apart and then attached, which keeps nobody waiting who reads or writes other days. Rows of the
    /// day that came before its partition, because nobody had made it in time, lie in the default partition: whoever
    /// uses that one waits until they have moved. Safe to call at any time, by any number of workers at once.
    static let makePartitions: SQL = """
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
                -- From here on nobody puts another one there, or records what became of one that is moving.
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
    /// The partitions of so many days, the first of them so many after today.
    static func makePartitions(from first: Int, days: Int) -> SQL {
        "select make_partitions((now() at time zone 'utc')::date + \(first)::integer, \(days)::integer)"
    }
}
