extension SQL.StringInterpolation {
    /// Binds columns of the same length as a table with a row for each of their places.
    ///
    ///     let rename: SQL = "update app a set name = k.name from \(rows: ids, names) as k (id, name) where a.id = k.id"
    ///
    /// A single row is bound as plain values, by a text of its own: PostgreSQL begins such a statement in less time than
    /// it takes arrays apart. Any other number of rows, also no row, has a text with arrays.
    package mutating func appendInterpolation<each Value: PostgresEncodable & PostgresArrayElement>(
        rows columns: repeat [each Value]
    ) {
        append(columns: repeat each columns, rowNumber: ("", ""))
    }

    /// The same with a last column that counts the rows from 1.
    package mutating func appendInterpolation<each Value: PostgresEncodable & PostgresArrayElement>(
        numberedRows columns: repeat [each Value]
    ) {
        append(columns: repeat each columns, rowNumber: (single: ", 1::bigint", other: " with ordinality"))
    }

    private mutating func append<each Value: PostgresEncodable & PostgresArrayElement>(
        columns: repeat [each Value], rowNumber: (single: String, other: String)
    ) {
        var isSingle = true
        for column in repeat each columns { isSingle = isSingle && column.count == 1 }
        var separator = isSingle ? "(select " : "unnest("
        for column in repeat each columns {
            appendLiteral(separator)
            if isSingle { appendInterpolation(column[0]) } else { appendInterpolation(column) }
            separator = ", "
        }
        appendLiteral(isSingle ? rowNumber.single + ")" : ")" + rowNumber.other)
    }
}
