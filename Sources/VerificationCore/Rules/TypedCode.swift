/// The code that a person typed, with everything that is needed to judge it.
package struct TypedCode: Sendable {
    private let text: String
    private let keys: KeyRing
    private let testNumbers: [String: TestNumber]

    /// Takes the text as the caller sent it; `testNumbers` are those of the app that have an effect, by E.164.
    package init(_ text: String, keys: KeyRing, testNumbers: [String: TestNumber] = [:]) {
        self.text = text
        self.keys = keys
        self.testNumbers = testNumbers
    }

    /// Whether it is the verification's code; nil when the key ring lacks the code's key.
    ///
    /// For an ended verification, and for nil, the same work is done, and no code is right.
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

    /// Whether it is the code of the test number; when the test number has gone, no code is right.
    private func isFixedCode(of verification: StoredVerification, at now: Timestamp) -> Bool? {
        let test = testNumbers[verification.phoneKey.phone].flatMap { $0.isValid(at: now) ? $0 : nil }
        let code = test.flatMap { keys.open($0.code, of: verification.phoneKey.phone, app: verification.phoneKey.app) }
        let isRight = keys.isCode(text, of: verification.id, expected: code.map { .set($0) } ?? .nothing)
        return test != nil && code == nil ? nil : isRight
    }

    /// A hash of the typed code, which the store keeps under the check's idempotency key.
    ///
    /// Only a process with the key ring can learn the code from it. Nil when the ring lacks the key of the
    /// verification's code.
    func fingerprint(for verification: StoredVerification) -> [UInt8]? {
        keys.fingerprint(ofCheck: text, of: verification.id, code: verification.code)
    }
}
