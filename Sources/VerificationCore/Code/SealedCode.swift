/// A code that is kept so that a copy of the database tells nobody what it is.
package struct SealedCode: Sendable, Hashable {
    /// Of the ring's key that opens it.
    package let keyName: String
    package let bytes: [UInt8]

    package init(keyName: String, bytes: [UInt8]) {
        self.keyName = keyName
        self.bytes = bytes
    }
}
