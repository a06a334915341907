import VerificationCore

/// Port: the keys that sign tokens, for all processes of an installation.
package protocol SigningKeyStore: Sendable {
    /// All keys, the oldest first.
    func signingKeys() async throws(StoreError) -> [SigningKey]

    /// Adds a key with a new id.
    func add(_ key: SigningKey) async throws(StoreError)

    /// Adds the first key; where there is a key already, adds none.
    func addFirst(_ key: SigningKey) async throws(StoreError)

    /// Keeps the key's secret as it is sealed in `key`, so that an older key of the ring may go; false without such a key.
    func reseal(_ key: SigningKey) async throws(StoreError) -> Bool

    /// Tokens that it signed are good no more; false when there is no such key.
    func removeSigningKey(_ id: String) async throws(StoreError) -> Bool
}

/// A key that signs tokens, as the store keeps it: its certificate, and its private key sealed under a key of the ring.
package struct SigningKey: Sendable, Hashable {
    /// The `kid` of the tokens that it signs.
    package let id: String
    /// The private key, sealed.
    package let secret: SealedCode
    /// A certificate of the public key, as PEM.
    package let certificate: String
    /// From then on it signs; before, it is only published, so that programs that check tokens know it in time.
    package let activeFrom: Timestamp

    package init(id: String, secret: SealedCode, certificate: String, activeFrom: Timestamp) {
        (self.id, self.secret, self.certificate, self.activeFrom) = (id, secret, certificate, activeFrom)
    }
}

extension [SigningKey] {
    /// The key that signs at a moment: the last that has become active; nil without any key.
    ///
    /// Where no key is active yet, the key that becomes active first signs, for people cannot wait.
    /// Two processes may each make a first key in the same moment. Then both sign with the key whose id is greater.
    package func signing(at now: Timestamp) -> SigningKey? {
        filter { $0.activeFrom <= now }.max { ($0.activeFrom, $0.id) < ($1.activeFrom, $1.id) }
            ?? self.min { ($0.activeFrom, $0.id) < ($1.activeFrom, $1.id) }
    }
}
