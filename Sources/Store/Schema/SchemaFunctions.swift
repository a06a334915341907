import PostgreSQL

/// The functions that statements of this program call.
///
/// They are not steps. When a migration finds other functions than these, it removes them and installs these.
///
/// The migration notes which functions a database has, under version 0 of `schema_migration`. The note holds a number
/// and a hash of the texts, for example `1 8f3a90c2d1e4b576`. When the note and a program differ:
/// - The note's number is lower: the program takes no work until an operator has run `verifyd migrate`.
/// - The note's number is higher: a later release has migrated. The program goes on, so that an operator can replace
///   the processes of an installation one after the other. When an earlier program cannot use a release's functions,
///   that release also adds a step that is not additive, even an empty step. Then the earlier program takes no work.
/// - Only the texts differ, as between two builds of one release: `verifyd migrate` installs the program's functions.
enum SchemaFunctions {
    /// Grows with every release that changes a function.
    static let version = 3

    static let all: [SQL] = history + limits + partitions

    /// The note of a database that has these functions.
    static let note = "\(version) \(fingerprint)"

    /// The number in a database's note; 0 without a note.
    static func version(in note: String?) -> Int {
        note?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }

    /// A hash of the texts (FNV-1a); Swift's own hashes differ in every process.
    private static var fingerprint: String {
        let hash = all.flatMap { Array($0.text.utf8) }.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    /// Runs in a single transaction, so that no other transaction finds a function missing.
    static var installing: [SQL] { [removeOurs] + all + [markOurs] }

    /// Removes the functions that bear this program's mark; a schema may also hold functions of its owner.
    private static let removeOurs: SQL = """
        do $$
        declare
          ours regprocedure;
        begin
          for ours in select oid from pg_proc
            where pronamespace = current_schema()::regnamespace and obj_description(oid, 'pg_proc') = 'verifyd'
          loop
            execute 'drop function ' || ours;
          end loop;
        end
        $$
        """

    /// Marks the functions that this transaction has made: their rows in `pg_proc` bear its id as `xmin`.
    private static let markOurs: SQL = """
        do $$
        declare
          made regprocedure;
        begin
          for made in select oid from pg_proc
            where pronamespace = current_schema()::regnamespace and xmin = pg_current_xact_id()::xid
          loop
            execute 'comment on function ' || made || ' is ''verifyd''';
          end loop;
        end
        $$
        """
}

/// Look-ups by id in the tables that have a partition for each day.
///
/// When a statement reads an id from another table, PostgreSQL plans the look-up before it knows the id. So it opens
/// and locks the partitions of all days, in every execution. In these functions PostgreSQL plans each call for its ids,
/// and opens the partitions of their days only. For an empty list of ids it would open all partitions, so a function
/// returns before that.
///
/// For example a statement looks up a request's verification, which may be of another day:
///
///     from requests_of($1) r cross join lateral verifications_of(array[r.verification_id]) v
extension SchemaFunctions {
    static let history: [SQL] = [
        """
        create function requests_of(ids uuid[]) returns setof verification_request
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from verification_request where id = any(ids); end if;
        end
        $$
        """,
        """
        create function verifications_of(ids uuid[]) returns setof verification
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from verification where id = any(ids); end if;
        end
        $$
        """,
        """
        create function messages_of(ids uuid[]) returns setof message
        language plpgsql stable rows 1 set plan_cache_mode = 'force_custom_plan' as $$
        begin
          if ids <> '{}' then return query select * from message where verification_id = any(ids); end if;
        end
        $$
        """,
    ]
}

/// How an addition of events to a slot changes a row of `rate_limit`.
///
/// The row's slots are sorted, so `width_bucket` says behind how many of them a slot belongs. Slots that lie more than 60
/// before it have left the window, and are left out. PostgreSQL puts `slots_with` and `counts_with` into the plan of the
/// statement that calls them, so they cost no call.
extension SchemaFunctions {
    static let limits: [SQL] = [
        """
        create function events_in(counts integer[]) returns integer language plpgsql immutable as $$
        declare
          events integer;
          total integer := 0;
        begin
          foreach events in array counts loop total := total + events; end loop;
          return total;
        end
        $$
        """,
        """
        create function slots_with(slots bigint[], slot bigint) returns bigint[] language sql immutable as $$
          select slots[1 + width_bucket(slot - 61, slots):width_bucket(slot - 1, slots)] || slot
            || slots[1 + width_bucket(slot, slots):]
        $$
        """,
        // Null when the row would count more events than it may.
        """
        create function counts_with(slots bigint[], counts integer[], slot bigint, events integer, most integer)
          returns integer[] language sql immutable as $$
          select case when events_in(counts[1 + width_bucket(slot - 61, slots):]) + events > most then null
            else counts[1 + width_bucket(slot - 61, slots):width_bucket(slot - 1, slots)]
              || events + coalesce(counts[nullif(width_bucket(slot, slots), width_bucket(slot - 1, slots))], 0)
              || counts[1 + width_bucket(slot, slots):] end
        $$
        """,
    ]
}
