extension Bool: PostgresValue {
    package static var postgresType: PostgresType { .bool }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(UInt8(self ? 1 : 0)) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        guard type == .bool else { throw Self.mismatch(type) }
        guard let byte: UInt8 = bytes.wholeBigEndian() else { throw Self.malformed(type) }
        self = byte != 0
    }
}

/// Reads an integer of 2, 4 or 8 bytes; the caller says whether its type may be read.
private func integer<Integer: FixedWidthInteger & PostgresDecodable>(
    _ bytes: RawSpan, of type: PostgresType, isReadable: Bool
) throws(PostgresError) -> Integer {
    guard isReadable else { throw Integer.mismatch(type) }
    if let value: Int64 = bytes.wholeBigEndian(), let fitting = Integer(exactly: value) { return fitting }
    if let value: Int32 = bytes.wholeBigEndian(), let fitting = Integer(exactly: value) { return fitting }
    if let value: Int16 = bytes.wholeBigEndian() { return Integer(value) }
    throw Integer.malformed(type)
}

extension Int16: PostgresValue {
    package static var postgresType: PostgresType { .int2 }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try integer(bytes, of: type, isReadable: type == .int2)
    }
}

extension Int32: PostgresValue {
    package static var postgresType: PostgresType { .int4 }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try integer(bytes, of: type, isReadable: type == .int4 || type == .int2)
    }
}

extension Int64: PostgresValue {
    package static var postgresType: PostgresType { .int8 }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(self) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try integer(bytes, of: type, isReadable: type == .int8 || type == .int4 || type == .int2)
    }
}

extension Int: PostgresValue {
    package static var postgresType: PostgresType { .int8 }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(Int64(self)) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        self = try integer(bytes, of: type, isReadable: type == .int8 || type == .int4 || type == .int2)
    }
}

extension Double: PostgresValue {
    package static var postgresType: PostgresType { .float8 }

    package func encode(into buffer: inout PostgresBuffer) { buffer.append(bitPattern) }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        guard type == .float8 || type == .float4 else { throw Self.mismatch(type) }
        if let bits: UInt64 = bytes.wholeBigEndian() {
            self.init(bitPattern: bits)
        } else if let bits: UInt32 = bytes.wholeBigEndian() {
            self.init(Float(bitPattern: bits))
        } else {
            throw Self.malformed(type)
        }
    }
}
