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
              created_at timestamptz not null default now(),
              revoked_at timestamptz
            )
            """,
            "create index on api_key (app)",
            """
            create table phone_state (
              app text not null,
              phone text not null,
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
              phone text not null,
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
            "create table verification_other partition of verification default with (fillfactor = 85)",
            "create table verification_request_other partition of verification_request default",
            "create table message_other partition of message default with (fillfactor = 70)",
            dayStart, makePartitions,
        ])

    /// The smallest UUIDv7 of a day: its first millisecond, and zeros.
    private static let dayStart: SQL = """
        create function uuid_of_day(day date) returns uuid language sql immutable strict as $$
          select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0')
                  || '00000000000000000000')::uuid
        $$
        """

    /// Makes the partitions of the next days.
    ///
    /// The default partitions take what lies outside them: ids whose maker's clock was wrong. A day of which they hold
    /// rows already cannot have a partition of its own and stays with them. Safe to call at any time, by any number of
    /// workers at once.
    private static let makePartitions: SQL = """
        create function make_partitions(first date, days integer) returns integer language plpgsql as $$
        declare
          made integer := 0;
          day date;
          parent text;
          partition text;
        begin
          perform pg_advisory_xact_lock(hashtext('verifyd.make_partitions'));
          for day in select first + n from generate_series(0, days - 1) n loop
            foreach parent in array array['verification', 'verification_request', 'message'] loop
              partition := parent || '_' || to_char(day, 'YYYYMMDD');
              if to_regclass(partition) is null then
                begin
                  execute format('create table %I partition of %I for values from (%L) to (%L) with (fillfactor = %s)',
                    partition, parent, uuid_of_day(day), uuid_of_day(day + 1),
                    case parent when 'message' then 70 when 'verification' then 85 else 100 end);
                  made := made + 1;
                exception when check_violation then
                  null;
                end;
              end if;
            end loop;
          end loop;
          return made;
        end
        $$
        """
}
