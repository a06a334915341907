/// Bound as `text`; reads every type whose binary form is its text, and `jsonb`.
extension String: PostgresValue {
    package static var postgresType: PostgresType { .text }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(utf8: self) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        switch type {
        case .text, .varchar, .bpchar, .name, .json, .unknown:
            self = try Self.utf8(bytes, of: type)
        case .jsonb:
            self = try PostgresJSON(postgres: bytes, type: type).text
        case let type where type.oid >= PostgresType.firstUserDefinedOID:
            // The server sends enumerations and `citext` as text. The bytes of other such types are hardly ever UTF-8.
            self = try Self.utf8(bytes, of: type)
        default:
            throw Self.mismatch(type)
        }
    }

    static func utf8(_ bytes: RawSpan, of type: PostgresType) throws(PostgresError) -> String {
        let text = bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let text else { throw malformed(type) }
        return text
    }
}
