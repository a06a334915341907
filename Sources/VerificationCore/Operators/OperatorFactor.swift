/// An operator's authenticator app, as the store keeps it.
package struct OperatorFactor: Sendable, Hashable {
    package let name: OperatorName
    /// The secret that the app has too, sealed for the person; see `purpose`.
    package let secret: SealedCode
    /// The last time step whose code was used; a code of this step or an earlier step is no longer good.
    package let usedStep: Int64
    package let enrolledAt: Timestamp

    package init(name: OperatorName, secret: SealedCode, usedStep: Int64, enrolledAt: Timestamp) {
        (self.name, self.secret, self.usedStep, self.enrolledAt) = (name, secret, usedStep, enrolledAt)
    }

    /// What the secret of a person is sealed for: in the row of another person it opens nothing.
    package static func purpose(of name: OperatorName) -> String { "operator's authenticator app \(name)" }

    /// The same app under the ring's current key; nil where the ring lacks the key under which it is sealed.
    package func resealed(by ring: KeyRing) -> OperatorFactor? {
        let purpose = Self.purpose(of: name)
        guard secret.keyName != ring.currentName else { return self }
        return ring.open(secret, for: purpose).flatMap { ring.seal($0, for: purpose) }
            .map { OperatorFactor(name: name, secret: $0, usedStep: usedStep, enrolledAt: enrolledAt) }
    }
}

/// Port: the second factors of operators.
package protocol OperatorFactorStore: Sendable {
    /// The apps of all operators who have one.
    func factors() async throws(StoreError) -> [OperatorFactor]

    /// Adds a person's app; false where the person is gone or has one already.
    func enroll(_ factor: OperatorFactor) async throws(StoreError) -> Bool

    /// Uses a time step up; false where it was used before, or where the person has no app.
    func use(step: Int64, of name: OperatorName) async throws(StoreError) -> Bool

    /// Keeps a secret under another key; false where the app has another secret by now.
    func reseal(_ factor: OperatorFactor, as resealed: SealedCode) async throws(StoreError) -> Bool

    /// Removes a person's app; false where there is none.
    func removeFactor(of name: OperatorName) async throws(StoreError) -> Bool
}
