import Crypto

/// An app's idempotency key as the store keeps it: only a hash, because callers' keys may tell about people.
package struct KeyID: Sendable, Hashable, Comparable {
    package let app: AppID
    /// 16 bytes.
    package let hash: [UInt8]

    package init(app: AppID, hash: [UInt8]) {
        self.app = app
        self.hash = hash
    }

    /// Orders the keys' rows for writing.
    package static func < (left: KeyID, right: KeyID) -> Bool {
        left.app == right.app ? left.hash.lexicographicallyPrecedes(right.hash) : left.app < right.app
    }
}
