/// One statement whose interpolated values are bound, never pasted into its text.
///
///     let statement: SQL = "select name from app where id = any(\(ids)) and active = \(true)"
///     // text: select name from app where id = any($1) and active = $2
///
/// A connection prepares each distinct text once, with the types of its values. So a text should not change from call
/// to call: bind an array where the number of values varies. Printing a statement shows its text only.
package struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The text with `$1`, `$2`, … in place of the values.
    package let text: String
    let parameters: Parameters

    package init(stringLiteral text: String) {
        self.text = text
        parameters = Parameters()
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        parameters = stringInterpolation.parameters
    }

    var key: StatementKey { StatementKey(text: text, types: parameters.types) }

    /// The values of one statement, all in one buffer.
    struct Parameters: Sendable {
        var buffer = PostgresBuffer()
        var types: [UInt32] = []
        /// Where each value starts in the buffer, and its length; -1 is NULL.
        var places: [(offset: Int, length: Int32)] = []

        mutating func append<Value: PostgresEncodable>(_ value: Value) {
            let offset = buffer.bytes.count
            types.append(Value.postgresType.oid)
            if value.isPostgresNull {
                places.append((offset, -1))
            } else {
                value.encode(into: &buffer)
                places.append((offset, Int32(truncatingIfNeeded: buffer.bytes.count - offset)))
            }
        }
    }

    /// Collects the text and the values of an interpolated literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var parameters = Parameters()

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 4 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value.
        package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            parameters.append(value)
            text += "$\(parameters.places.count)"
        }

        /// Binds a value, or NULL for nil.
        package mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value?) {
            parameters.append(value)
            text += "$\(parameters.places.count)"
        }

        /// Pastes text into the statement; only for parts that cannot be bound, and never for text from outside.
        package mutating func appendInterpolation(unsafeRaw: String) {
            text += unsafeRaw
        }

        /// Pastes a name, of a table or a channel, in double quotes; quotes inside it are doubled.
        package mutating func appendInterpolation(identifier: String) {
            text +=
                "\"\(identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
        }
    }
}

extension SQL: CustomStringConvertible, CustomReflectable {
    package var description: String { text }
    package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

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

/// A text that several statements share, such as a list of columns; it is a literal, so it holds no value.
///
///     let columns: SQLPart = "id, name"
///     let statement: SQL = "select \(columns) from app where id = \(id)"
package struct SQLPart: Sendable, ExpressibleByStringLiteral {
    let text: String

    package init(stringLiteral text: StaticString) {
        self.text = text.description
    }
}

extension SQL.StringInterpolation {
    /// Pastes the part's text.
    package mutating func appendInterpolation(_ part: SQLPart) {
        appendLiteral(part.text)
    }
}

/// What identifies a prepared statement: the same text with other types is another statement.
struct StatementKey: Hashable, Sendable {
    let text: String
    let types: [UInt32]
}
