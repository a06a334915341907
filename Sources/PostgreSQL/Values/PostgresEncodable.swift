/// A value that can be bound to a statement, in PostgreSQL's binary format.
///
/// A type of another module conforms by mapping itself to a type that already conforms:
///
///     extension Handle: PostgresValue {
///         package static var postgresType: PostgresType { .uuid }
///         package func encode(into buffer: inout PostgresBuffer) { uuid.encode(into: &buffer) }
///         package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
///             self.init(try PostgresUUID(postgres: bytes, type: type))
///         }
///     }
package protocol PostgresEncodable: Sendable {
    /// The type under which the value is bound.
    static var postgresType: PostgresType { get }

    /// Whether the value is bound as NULL; `encode(into:)` is not called then.
    var isPostgresNull: Bool { get }

    /// Appends the value's binary form, without a length.
    func encode(into buffer: inout PostgresBuffer)
}

extension PostgresEncodable {
    package var isPostgresNull: Bool { false }
}
