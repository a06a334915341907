import CPostgreSQL
import Synchronization

/// Owns one `PGresult`.
///
/// `@unchecked Sendable`: after creation this type only reads the `PGresult`, until it frees it. "PGresult objects are
/// normally read-only after creation, and so can be passed around freely between threads" (libpq-threading).
final class QueryResult: @unchecked Sendable {
    private let pointer: OpaquePointer
    let rowCount: Int
    let columnCount: Int
    /// The columns found by name so far, each under the address of the literal with its name.
    private let named = Mutex<[(literal: UInt, column: Int)]>([])

    /// Takes over `pointer` and frees it at the end.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
        rowCount = Int(PQntuples(pointer))
        columnCount = Int(PQnfields(pointer))
    }

    deinit { PQclear(pointer) }

    var status: ExecStatusType { PQresultStatus(pointer) }

    /// The server's tag for what it did, for example `COMMIT` or `INSERT 0 3`.
    var commandTag: String { String(cString: PQcmdStatus(pointer)) }

    /// Nil for commands that affect no rows.
    var affectedRows: Int? { Int(String(cString: PQcmdTuples(pointer))) }

    var report: ServerReport {
        ServerReport(
            severity: field(pg_diag_severity) ?? "ERROR",
            sqlState: field(pg_diag_sqlstate) ?? "",
            message: field(pg_diag_message) ?? "",
            constraint: field(pg_diag_constraint),
            function: field(pg_diag_function))
    }

    private func field(_ code: Int32) -> String? {
        PQresultErrorField(pointer, code).map { String(cString: $0) }
    }

    /// The position, counted from 0, of the first column with this name; throws `decoding` without such a column.
    ///
    /// All rows ask with the same literals, so libpq looks for each name once in a result.
    func column(_ name: StaticString) throws(PostgresError) -> Int {
        let literal = UInt(bitPattern: name.utf8Start)
        let column = named.withLock { named in
            for known in named where known.literal == literal { return known.column }
            let column = Int(PQfnumber(pointer, name.description))
            named.append((literal, column))
            return column
        }
        guard column >= 0 else { throw .decoding("no column \(name)") }
        return column
    }

    /// Reads a value; the caller makes sure that `row` and `column` exist.
    func decode<Value: PostgresDecodable>(
        row: Int, column: Int, as type: Value.Type
    ) throws(PostgresError) -> Value {
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        guard PQgetisnull(pointer, row, column) == 0 else {
            guard let null = Value.postgresNull else {
                throw .decoding("NULL where \(Value.self) is expected (column \(column))")
            }
            return null
        }
        let bytes = UnsafeRawBufferPointer(
            start: PQgetvalue(pointer, row, column), count: Int(PQgetlength(pointer, row, column)))
        do {
            return try Value(postgres: bytes.bytes, type: PostgresType(oid: PQftype(pointer, column)))
        } catch {
            throw error.at("column \(column)")
        }
    }
}
