/// One row of a statement's result.
package struct PostgresRow: Sendable {
    let result: QueryResult
    let index: Int

    /// The value of the column of that name: `let name: String = try row.decode("name")`.
    ///
    /// If several columns have the name, it reads the first. It throws `decoding` for a row or column that does not
    /// exist, and for a column of another type. It also throws `decoding` for NULL where `Value` is not optional.
    package func decode<Value: PostgresDecodable>(
        _ column: StaticString, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        try decode(try result.column(column), as: type)
    }

    /// The value of a column, counted from 0, for columns without names; throws as `decode` by name.
    package func decode<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        guard index >= 0, index < result.rowCount else { throw .decoding("row \(index) of \(result.rowCount)") }
        guard column >= 0, column < result.columnCount else {
            throw .decoding("column \(column) of \(result.columnCount)")
        }
        return try result.decode(row: index, column: column, as: type)
    }

    /// The whole row as a tuple; throws `decoding` when the number of columns differs from the number of types.
    package func decode<each Value: PostgresDecodable>(
        as types: repeat (each Value).Type
    ) throws(PostgresError) -> (repeat each Value) {
        var column = -1
        func next<One: PostgresDecodable>(_ type: One.Type) throws(PostgresError) -> One {
            column += 1
            return try decode(column, as: type)
        }
        let tuple = (repeat try next((each types)))
        guard column == result.columnCount - 1 else {
            throw .decoding("\(result.columnCount) columns where \(column + 1) are expected")
        }
        return tuple
    }
}
