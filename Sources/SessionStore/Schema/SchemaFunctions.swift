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
