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
