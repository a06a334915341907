/// The rows that a statement returned; empty for a statement that returns nothing.
///
/// The bytes stay in libpq's memory; a Swift value is made when the caller decodes it.
package struct PostgresRows: RandomAccessCollection, Sendable {
    let result: QueryResult

    package var startIndex: Int { 0 }
    package var endIndex: Int { result.rowCount }
    package var columnCount: Int { result.columnCount }

    /// How many rows the statement inserted, updated, deleted or selected; 0 for any other, such as `create table`.
    package var affectedRows: Int { result.affectedRows ?? 0 }

    /// A row; decoding a row that does not exist throws, so `rows[0]` is safe on an answer that may be empty.
    package subscript(position: Int) -> PostgresRow { PostgresRow(result: result, index: position) }

    /// All rows as tuples: `for (id, name) in try rows.decode(as: Int64.self, String?.self)`.
    ///
    /// Throws `decoding` when the number of columns differs from the number of types.
    package func decode<each Value: PostgresDecodable>(
        as types: repeat (each Value).Type
    ) throws(PostgresError) -> [(repeat each Value)] {
        var tuples: [(repeat each Value)] = []
        tuples.reserveCapacity(count)
        for row in self { tuples.append(try row.decode(as: repeat each types)) }
        return tuples
    }

    /// The value of a statement that selects a single value, such as `select clock_timestamp()`.
    ///
    /// Throws `decoding` when there is no row, or the value is no `Value`.
    package func value<Value: PostgresDecodable>(as type: Value.Type = Value.self) throws(PostgresError) -> Value {
        try self[0].decode(0, as: type)
    }

    /// The values of a column, counted from 0, in all rows; throws `decoding` as a row does.
    package func column<Value: PostgresDecodable>(
        _ column: Int = 0, as type: Value.Type
    ) throws(PostgresError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for row in self { values.append(try row.decode(column, as: type)) }
        return values
    }
}
