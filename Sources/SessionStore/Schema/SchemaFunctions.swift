import PostgreSQL

/// The functions that statements of this program call.
///
/// They are not steps. Each stands whole in a file of its theme; a migration that finds other functions than these takes
/// them away and installs these.
///
/// A database notes which functions it has, under version 0 of `schema_migration`: for example `1 8f3a90c2d1e4b576`. Where
/// that note and a program differ:
/// - The number is lower than the program's: the program takes no work until an operator has run `verifyd migrate`.
/// - The number is higher: a later release has migrated. The program goes on, so that the processes of an installation
///   can be replaced one after the other. A release whose functions an earlier program cannot use adds a step too, if
///   only an empty one; then the earlier program takes no work.
/// - Only the texts differ, as between two builds of one release: `verifyd migrate` installs the program's.
enum SchemaFunctions {
    /// Grows with every release whose functions differ from those of the release before it.
    static let version = 1

    static let all: [SQL] = history + partitions

    /// What a database that has these functions notes.
    static var note: String { "\(version) \(fingerprint)" }

    /// The number in such a note; 0 where nothing is noted.
    static func version(in note: String?) -> Int {
        note?.split(separator: " ").first.flatMap { Int($0) } ?? 0
    }

    /// The same for the same texts, whatever the process (FNV-1a).
    private static var fingerprint: String {
        let hash = all.flatMap { Array($0.text.utf8) }.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    /// For one transaction, so that no statement of another transaction finds a function missing.
    static var installing: [SQL] { [removeOurs] + all + [markOurs] }

    /// A schema may hold functions of its owner; ours bear a mark.
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

    /// Marks what this transaction made.
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
