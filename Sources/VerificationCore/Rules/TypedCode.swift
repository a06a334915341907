/// What somebody typed, with all that it takes to tell whether it is right.
package struct TypedCode: Sendable {
    private let text: String
    private let keys: KeyRing
    private let testNumbers: [String: TestNumber]

    /// `testNumbers`: the app's, by E.164.
    package init(_ text: String, keys: KeyRing, testNumbers: [String: TestNumber] = [:]) {
        self.text = text
        self.keys = keys
        self.testNumbers = testNumbers
    }

    /// Whether it is the verification's code; nil when the ring lacks the key of it.
    ///
    /// The same work is done for a verification that has ended, or for nil: then nothing is right.
    func isRight(for verification: StoredVerification?, at now: Timestamp) -> Bool? {
        guard let verification, verification.status(at: now) == .pending else {
            let anyID = verification?.id ?? VerificationID(high: 0, low: 0)
            return keys.isCode(text, of: anyID, expected: .nothing)
        }
        switch verification.code {
        case .made(let recipe): return keys.isCode(text, of: verification.id, expected: .made(recipe))
        case .fixed: return isFixedCode(of: verification, at: now)
        }
    }

    /// No code of a test number that was taken away is right any more.
    private func isFixedCode(of verification: StoredVerification, at now: Timestamp) -> Bool? {
        let test = testNumbers[verification.key.phone].flatMap { $0.isValid(at: now) ? $0 : nil }
        let code = test.flatMap { keys.open($0.code, of: verification.key.phone, app: verification.key.app) }
        let isRight = keys.isCode(text, of: verification.id, expected: code.map { .set($0) } ?? .nothing)
        return test != nil && code == nil ? nil : isRight
    }

    /// What is kept of it under a check's idempotency key: it tells nobody the code who lacks the ring.
    ///
    /// Nil when the ring lacks the key of the verification's code.
    func fingerprint(for verification: StoredVerification) -> [UInt8]? {
        keys.fingerprint(ofCheck: text, of: verification.id, code: verification.code)
    }
}
