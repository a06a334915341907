/// Bytes on their way to the server, in the protocol's byte order.
package struct PostgresBuffer: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Appends a number, the highest byte first.
    package mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a text without a length.
    package mutating func append(utf8 text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends bytes as they are.
    package mutating func append(bytes more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// Appends what `body` appends, and before it its length in bytes, as the format of arrays requires.
    mutating func appendCounted(_ body: (inout PostgresBuffer) -> Void) {
        let start = bytes.count
        append(Int32(0))
        body(&self)
        let length = Int32(truncatingIfNeeded: bytes.count - start - 4)
        overwrite(at: start, with: length)
    }

    /// Replaces a number that was appended before.
    mutating func overwrite(at offset: Int, with value: Int32) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Int32.self) }
    }
}

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
