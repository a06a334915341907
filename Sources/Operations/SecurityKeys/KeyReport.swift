import AccountCore
import Crypto

/// What a security key says of itself: WebAuthn's authenticator data (section 6.1).
struct KeyReport: Sendable {
    /// A key's flags; others say how the key is kept, and are not looked at.
    private enum Flag {
        static let touched: UInt8 = 1
        static let kept: UInt8 = 1 << 6
        static let extended: UInt8 = 1 << 7
    }

    /// A key that was made just now.
    struct NewKey: Sendable, Hashable {
        let id: [UInt8]
        /// In COSE, as the key wrote it.
        let publicKey: [UInt8]
    }

    let bytes: [UInt8]
    let counter: UInt32
    /// Nil for a key that answers a challenge.
    let newKey: NewKey?

    /// Throws for bytes of another form, also for bytes behind the last field.
    init(_ bytes: [UInt8]) throws(KeyRefusal) {
        guard bytes.count >= 37 else { throw .unreadable }
        self.bytes = bytes
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = Array(bytes[37...])
        newKey = bytes[32] & Flag.kept == 0 ? nil : try Self.newKey(takenFrom: &rest)
        if bytes[32] & Flag.extended != 0 {
            guard case (.map, let length)? = CBORValue.first(of: rest) else { throw .unreadable }
            rest.removeFirst(length)
        }
        guard rest.isEmpty else { throw .unreadable }
    }

    /// Throws unless the key has signed for this site, and the person has touched it.
    func expect(_ site: KeySite) throws(KeyRefusal) {
        guard Array(bytes[..<32]) == Array(SHA256.hash(data: Array(site.id.utf8))) else { throw .otherSite }
        guard bytes[32] & Flag.touched != 0 else { throw .untouched }
    }

    /// The maker's id of 16 bytes is not looked at; then come the length of the key's id, the id and the public key.
    private static func newKey(takenFrom rest: inout [UInt8]) throws(KeyRefusal) -> NewKey {
        guard rest.count >= 18 else { throw .unreadable }
        let end = 18 + (Int(rest[16]) << 8 | Int(rest[17]))
        guard rest.count >= end, case let tail = Array(rest[end...]), let key = CBORValue.first(of: tail) else {
            throw .unreadable
        }
        defer { rest = Array(tail.dropFirst(key.length)) }
        return NewKey(id: Array(rest[18..<end]), publicKey: Array(tail.prefix(key.length)))
    }
}
