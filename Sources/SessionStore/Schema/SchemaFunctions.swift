import PostgreSQL

/// The functions that statements of this program call.
///
/// They are no steps: every migration takes away what an earlier one installed and installs these. A release that changes
/// one so that programs before it cannot use it adds a step too, if only an empty one, and is told from them by it.
enum SchemaFunctions {
    static let all: [SQL] = history + [Migration.dayStart, Migration.makePartitions]

    /// The same for the same texts, whatever the process (FNV-1a).
    static var fingerprint: String {
        let hash = all.flatMap { Array($0.text.utf8) }.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    /// For one transaction, so that no statement of another one finds a function missing.
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
