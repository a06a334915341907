import Crypto

/// Port: who may sign in to the dashboard, and who has.
package protocol OperatorStore: Sendable {
    /// Adds a person, or gives a known person another role and password; that person's sessions end.
    func save(_ person: Operator, password: PasswordHash) async throws(StoreError)

    /// Removes a person and that person's sessions; false when there is no such person.
    func remove(_ name: OperatorName) async throws(StoreError) -> Bool

    /// All operators, by name. A person whose row this version cannot read is left out, and cannot sign in.
    func operators() async throws(StoreError) -> [StoredOperator]

    /// Adds a session that has just begun.
    ///
    /// - Parameters:
    ///   - session: a session that was never added before.
    ///   - changedAt: the person's `changedAt`, as the caller knew it when the person proved the password.
    /// - Returns: false when the person is gone, or has another role or password by now; then nothing is added.
    /// - Throws: a `StoreError` when the store gives no answer.
    func begin(_ session: OperatorSession, knowing changedAt: Timestamp) async throws(StoreError) -> Bool

    /// Ends a session; nothing when it has ended.
    func end(tokenHash: [UInt8]) async throws(StoreError)

    /// All sessions that have not ended and are not over their life; older sessions are forgotten.
    func sessions() async throws(StoreError) -> [OperatorSession]
}

/// A browser in which an operator has signed in.
package struct OperatorSession: Sendable, Hashable {
    /// How long a session lives; an operator's night shift fits in.
    package static let life = Duration.seconds(12 * 3_600)

    /// SHA-256 of the cookie's token: a copy of the database opens no session.
    package let tokenHash: [UInt8]
    package let name: OperatorName
    package let beganAt: Timestamp

    package init(tokenHash: [UInt8], name: OperatorName, beganAt: Timestamp) {
        self.tokenHash = tokenHash
        self.name = name
        self.beganAt = beganAt
    }

    package var endsAt: Timestamp { beganAt + Self.life }

    /// `random`: 32 bytes of a generator fit for secrets.
    package static func token(random: [UInt8]) -> String { Base64.encodeForURL(random) }

    package static func hash(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
