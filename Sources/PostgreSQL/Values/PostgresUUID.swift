/// A `uuid` as two numbers, so that an identifier of another module maps to it without an array of bytes.
package struct PostgresUUID: Hashable, PostgresValue {
    /// The first eight bytes; the first byte is the highest.
    package var high: UInt64
    /// The last eight bytes.
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static var postgresType: PostgresType { .uuid }

    package func encode(into buffer: inout PostgresBuffer) {
        buffer.append(high)
        buffer.append(low)
    }

    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        guard type == .uuid else { throw Self.mismatch(type) }
        guard bytes.byteCount == 16, let high: UInt64 = bytes.bigEndian(), let low: UInt64 = bytes.bigEndian(at: 8)
        else { throw Self.malformed(type) }
        self.init(high: high, low: low)
    }
}
