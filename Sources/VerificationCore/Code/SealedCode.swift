/// A secret that the database keeps encrypted, so that a copy of the database does not reveal it.
///
/// It is the code of a test number, or the secret of an app's endpoint.
package struct SealedCode: Sendable, Hashable {
    /// The name of the ring's key that opens it.
    package let keyName: String
    package let bytes: [UInt8]

    package init(keyName: String, bytes: [UInt8]) {
        self.keyName = keyName
        self.bytes = bytes
    }
}
