import VerificationCore

/// Port: the keys of devices that App Attest has attested, and the challenges that are used up.
package protocol AttestedKeyStore: Sendable {
    /// The key of this id; nil without one in the project.
    func attestedKey(_ id: [UInt8], of project: ProjectID) async throws(StoreError) -> AttestedKey?

    /// Keeps a new key and uses up the challenge that it was attested for, in one step: a store that goes away in between
    /// must leave no app with a used challenge and without a key.
    ///
    /// Where the project has a key of this id, that key stays as it is.
    ///
    /// - Returns: false when a call has used the challenge before, or the project has such a key.
    /// - Throws: a `StoreError` when the store gives no answer.
    func keep(
        _ key: AttestedKey, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) async throws(StoreError) -> Bool

    /// Notes how many assertions a key has made, and uses up the challenge of the last one, in one step.
    ///
    /// Where two calls meet: of calls with the same counter, or the same challenge, one hears true, in whatever process. An
    /// assertion that comes too late uses up no challenge.
    ///
    /// - Parameters:
    ///   - id: the key's.
    ///   - counter: what the assertion says.
    ///   - challenge: the name of the assertion's challenge.
    ///   - project: whose key it is.
    ///   - now: the time of the use.
    /// - Returns: false when the key is gone, an assertion with this counter or a greater one came before, or a call has
    ///   used the challenge before.
    /// - Throws: a `StoreError` when the store gives no answer.
    func advance(
        _ id: [UInt8], to counter: UInt32, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) async throws(StoreError) -> Bool

    /// Uses up a challenge by its name; false when a call has used it before, in whatever process.
    ///
    /// The store remembers a name for two days or more.
    func useChallenge(_ name: VerificationID, at now: Timestamp) async throws(StoreError) -> Bool

    /// Deletes the keys of all projects that have made no assertion since a moment.
    func forgetKeys(unusedSince moment: Timestamp) async throws(StoreError)
}

/// A key that lives in a device's secure hardware, as Apple has attested it.
package struct AttestedKey: Sendable, Hashable {
    /// How many bytes an id has: it is the SHA-256 of the public key.
    package static let idLength = 32
    /// How long the store keeps a key that makes no assertion: 400 days.
    package static let idleLife = Duration.seconds(400 * 86_400)

    package let id: [UInt8]
    /// The id of the app that made it, for example `TEAM123456.com.example.shop`.
    package let app: String
    /// An uncompressed point of P-256 (X9.63).
    package let publicKey: [UInt8]
    /// The greatest counter of an assertion; 0 for a new key.
    package let counter: UInt32
    /// Whether Apple's service for apps in development has attested it.
    package let isDevelopment: Bool

    package init(id: [UInt8], app: String, publicKey: [UInt8], counter: UInt32, isDevelopment: Bool) {
        (self.id, self.app, self.publicKey) = (id, app, publicKey)
        (self.counter, self.isDevelopment) = (counter, isDevelopment)
    }
}
