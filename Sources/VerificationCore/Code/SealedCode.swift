/// Bytes that belong to a key of the ring.
///
/// Most are secrets that the database keeps encrypted, so that a copy of the database does not reveal them: codes of test
/// numbers, secrets of endpoints, private keys. Others are marks by which this installation knows its own texts.
package struct SealedCode: Sendable, Hashable {
    /// The name of the ring's key that opens them, or has made the mark.
    package let keyName: String
    package let bytes: [UInt8]

    package init(keyName: String, bytes: [UInt8]) {
        self.keyName = keyName
        self.bytes = bytes
    }
}
