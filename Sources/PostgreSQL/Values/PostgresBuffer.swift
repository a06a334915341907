/// Bytes on their way to the server, in the protocol's byte order.
package struct PostgresBuffer: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Appends a number in network order.
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

    /// Appends what `body` appends, with its length in front as the array format wants it.
    mutating func appendCounted(_ body: (inout PostgresBuffer) -> Void) {
        let start = bytes.count
        append(Int32(0))
        body(&self)
        let length = Int32(truncatingIfNeeded: bytes.count - start - 4)
        overwrite(at: start, with: length)
    }

    /// Writes over a number that stands there already.
    mutating func overwrite(at offset: Int, with value: Int32) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: offset, as: Int32.self) }
    }
}
