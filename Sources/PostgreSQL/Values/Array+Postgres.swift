extension Array: PostgresEncodable where Element: PostgresArrayElement {
    package static var postgresType: PostgresType { Element.postgresArrayType }

    package func encode(into buffer: inout PostgresBuffer) {
        Element.encodeArray(self, into: &buffer)
    }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try Element.decodeArray(bytes, type: type)
    }
}

/// `[UInt8]` is `bytea`.
extension UInt8: PostgresArrayElement {
    package static var postgresArrayType: PostgresType { .bytea }

    package static func encodeArray(_ elements: [UInt8], into buffer: inout PostgresBuffer) {
        buffer.append(bytes: elements)
    }

    package static func decodeArray(_ bytes: RawSpan, type: PostgresType) throws(PostgresError) -> [UInt8] {
        guard type == .bytea else { throw [UInt8].mismatch(type) }
        return bytes.withUnsafeBytes { [UInt8]($0) }
    }
}

/// `[[UInt8]]` is an array of `bytea`.
extension Array: PostgresArrayElement where Element == UInt8 {}
