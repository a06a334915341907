import Crypto

/// A security key or passkey of an operator, as the store keeps it; its public half is no secret.
package struct SecurityKey: Sendable, Hashable {
    /// So many keys a person may have.
    package static let most = 10
    /// How many bytes the id has that the key has given itself, as WebAuthn bounds it.
    package static let idLengths = 1...1_023
    /// How many bytes the public key may have; one of RSA with 4,096 bits has about half as many.
    package static let longestPublicKey = 1_024
    /// How many characters the person's own name for it may have.
    package static let longestLabel = 64

    package let id: [UInt8]
    package let name: OperatorName
    /// What the person calls it.
    package let label: String
    /// The host for which it was made; at another host it signs nothing.
    package let site: String
    /// In COSE (RFC 9052), as the key wrote it.
    package let publicKey: [UInt8]
    /// How often it has signed, by its own count; stays zero for keys that do not count.
    package let counter: UInt32
    package let createdAt: Timestamp
    /// When the challenge was made that it has answered last: it is good for no challenge of this moment or an earlier one.
    package let usedAt: Timestamp?

    package init(
        id: [UInt8], name: OperatorName, label: String, site: String, publicKey: [UInt8], counter: UInt32,
        createdAt: Timestamp, usedAt: Timestamp? = nil
    ) {
        (self.id, self.name, self.label, self.site) = (id, name, label, site)
        (self.publicKey, self.counter) = (publicKey, counter)
        (self.createdAt, self.usedAt) = (createdAt, usedAt)
    }

    /// Names the key on a page; an id of its own may have a thousand bytes.
    package var shortID: String { Base64.encodeForURL(Array(SHA256.hash(data: id).prefix(12))) }

    /// Whether a count may follow its own: keys that count go on, and a copy of a key does not know how far.
    package func admits(_ counter: UInt32) -> Bool {
        counter > self.counter || (counter == 0 && self.counter == 0)
    }

    /// The same key after it has answered a challenge of a moment.
    ///
    /// Nil for a challenge that is not newer than the last, or a count that does not go on.
    package func used(challenge at: Timestamp, counter: UInt32) -> SecurityKey? {
        guard usedAt.map({ $0 < at }) ?? true, admits(counter) else { return nil }
        return SecurityKey(
            id: id, name: name, label: label, site: site, publicKey: publicKey, counter: counter, createdAt: createdAt,
            usedAt: at)
    }
}

/// Port: the security keys of operators.
package protocol SecurityKeyStore: Sendable {
    /// The keys of all operators, a person's first key first.
    func securityKeys() async throws(StoreError) -> [SecurityKey]

    /// Adds a key; false where the person is gone or has `SecurityKey.most`, or where an operator has the key already.
    func add(_ key: SecurityKey) async throws(StoreError) -> Bool

    /// Notes what `SecurityKey.used` would make of a key; false where that is nil, or where the person has no such key.
    ///
    /// - Parameters:
    ///   - id: of the key.
    ///   - name: whose.
    ///   - at: when the challenge was made that it has answered.
    ///   - counter: how often it has signed.
    /// - Returns: whether the key is good for the challenge.
    /// - Throws: a `StoreError` when the store gives no answer.
    func useSecurityKey(
        _ id: [UInt8], of name: OperatorName, challenge at: Timestamp, counter: UInt32
    ) async throws(StoreError) -> Bool

    /// Removes a key; false where the person has no such key.
    func removeSecurityKey(_ id: [UInt8], of name: OperatorName) async throws(StoreError) -> Bool

    /// Removes all keys of a person, and returns how many there were.
    func removeSecurityKeys(of name: OperatorName) async throws(StoreError) -> Int
}
