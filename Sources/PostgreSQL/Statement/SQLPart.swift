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
