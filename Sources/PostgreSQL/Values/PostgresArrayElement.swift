/// A type whose arrays can be bound and read.
///
/// A type that is `PostgresEncodable` and `PostgresDecodable` need not write any of these members. It is a protocol of
/// its own so that an array of arrays does not compile, and so that `[UInt8]` can be `bytea`.
package protocol PostgresArrayElement: Sendable {
    static var postgresArrayType: PostgresType { get }
    static func encodeArray(_ elements: [Self], into buffer: inout PostgresBuffer)
    static func decodeArray(_ bytes: RawSpan, type: PostgresType) throws(PostgresError) -> [Self]
}

extension PostgresArrayElement where Self: PostgresEncodable {
    package static var postgresArrayType: PostgresType { PostgresType(oid: postgresType.arrayOID) }

    /// Writes: dimensions, whether there are NULLs, element type; for each dimension its size and first index;
    /// elements.
    package static func encodeArray(_ elements: [Self], into buffer: inout PostgresBuffer) {
        buffer.append(Int32(elements.isEmpty ? 0 : 1))
        let flag = buffer.bytes.count
        buffer.append(Int32(0))
        buffer.append(postgresType.oid)
        if elements.isEmpty { return }
        buffer.append(Int32(truncatingIfNeeded: elements.count))
        buffer.append(Int32(1))
        for element in elements {
            if element.isPostgresNull {
                buffer.overwrite(at: flag, with: 1)
                buffer.append(Int32(-1))
            } else {
                buffer.appendCounted { element.encode(into: &$0) }
            }
        }
    }
}

extension PostgresArrayElement where Self: PostgresDecodable {
    package static func decodeArray(_ bytes: RawSpan, type: PostgresType) throws(PostgresError) -> [Self] {
        // Made only when it is thrown: to make its text costs more than to read the array.
        var malformed: PostgresError {
            .decoding("the bytes of a column of type \(type.oid) are no array of \(Self.self)")
        }
        guard let dimensions = bytes.bigEndian(Int32.self, at: 0), let element = bytes.bigEndian(UInt32.self, at: 8)
        else { throw malformed }
        if dimensions == 0 { return [] }
        // Every element has at least four bytes. A false count must not make this process reserve too much memory.
        guard dimensions == 1, let count = bytes.bigEndian(Int32.self, at: 12), count >= 0,
            Int(count) <= bytes.byteCount / 4
        else { throw malformed }
        var elements: [Self] = []
        elements.reserveCapacity(Int(count))
        var offset = 20
        for _ in 0..<count {
            guard let length = bytes.bigEndian(Int32.self, at: offset) else { throw malformed }
            offset += 4
            let end = offset + max(0, Int(length))
            guard end <= bytes.byteCount else { throw malformed }
            elements.append(
                try decodeElement(
                    bytes.extracting(offset..<end), isNull: length < 0, type: PostgresType(oid: element)))
            offset = end
        }
        return elements
    }

    private static func decodeElement(
        _ bytes: RawSpan, isNull: Bool, type: PostgresType
    ) throws(PostgresError) -> Self {
        if !isNull { return try Self(postgres: bytes, type: type) }
        guard let null = postgresNull else { throw .decoding("NULL in an array of \(Self.self)") }
        return null
    }
}

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

/// A scalar type that can be bound and read, also as an element of an array.
package typealias PostgresValue = PostgresEncodable & PostgresDecodable & PostgresArrayElement

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
