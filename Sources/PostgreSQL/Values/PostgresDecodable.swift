/// A value that can be read from a column in PostgreSQL's binary format.
package protocol PostgresDecodable: Sendable {
    /// The value for NULL; nil where NULL is an error, as for every type but optionals.
    static var postgresNull: Self? { get }

    /// Reads a value that is not NULL.
    ///
    /// - Parameters:
    ///   - bytes: the column's bytes; their number may be wrong for the type.
    ///   - type: the column's type.
    /// - Throws: `decoding` for a column of another type, and for bytes that are no such value.
    init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError)
}

extension PostgresDecodable {
    package static var postgresNull: Self? { nil }

    /// The error for a column of another type.
    static func mismatch(_ type: PostgresType) -> PostgresError {
        .decoding("a column of type \(type.oid) cannot be read as \(Self.self)")
    }

    /// The error for bytes that are no such value.
    static func malformed(_ type: PostgresType) -> PostgresError {
        .decoding("the bytes of a column of type \(type.oid) are no \(Self.self)")
    }
}

extension RawSpan {
    /// The integer at `offset`, or nil where there are not enough bytes.
    func bigEndian<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type = Integer.self, at offset: Int = 0
    ) -> Integer? {
        guard offset >= 0, byteCount - offset >= MemoryLayout<Integer>.size else { return nil }
        return Integer(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
    }

    /// The integer of all bytes, or nil when their number is not the integer's size.
    func wholeBigEndian<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type = Integer.self
    ) -> Integer? {
        byteCount == MemoryLayout<Integer>.size ? bigEndian(type) : nil
    }
}

/// An optional binds nil as NULL.
extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    package static var postgresType: PostgresType { Wrapped.postgresType }

    package var isPostgresNull: Bool {
        switch self {
        case .none: true
        case .some(let value): value.isPostgresNull
        }
    }

    package func encode(into buffer: inout PostgresBuffer) {
        if let self { self.encode(into: &buffer) }
    }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    package static var postgresNull: Wrapped?? { .some(.none) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try Wrapped(postgres: bytes, type: type)
    }
}

/// An array of optionals may hold NULLs.
extension Optional: PostgresArrayElement where Wrapped: PostgresEncodable & PostgresDecodable & PostgresArrayElement {}
