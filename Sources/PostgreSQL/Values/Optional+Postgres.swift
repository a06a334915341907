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
