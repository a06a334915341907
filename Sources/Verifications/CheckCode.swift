import VerificationCore

/// Says whether a code is right.
///
/// When callers send the right code many times at once, exactly one call approves. A check that is repeated with the
/// same idempotency key gets the first answer again.
package struct CheckCode: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Compares, counts and ends in one transaction of the store.
    ///
    /// - Parameters:
    ///   - code: ASCII digits, as many as any code has.
    ///   - subject: which verification is meant: by the id of a request, or a phone's live verification.
    ///   - app: the app that calls.
    ///   - clientIP: the address for which a wrong code counts; nil for the address that asked for the verification.
    ///   - key: the idempotency key of the call; the same call again has the same answer.
    /// - Returns: what became of the check.
    /// - Throws: a `StoreProblem` when the store gives no answer; the store may have counted the code all the same.
    package func check(
        _ code: String, of subject: CheckAttempt.Subject, _ app: App, clientIP: IPAddress?, key: IdempotencyKey?
    ) async throws(StoreProblem) -> Checked {
        let typed = TypedCode(code, keys: ports.keyRing, testNumbers: app.testNumbers)
        let attempt = CheckAttempt(
            subject, of: app.id, code: typed, clientIP: clientIP, rules: app.rules, idempotencyKey: key)
        switch try await ports.checks.check(attempt) {
        case .approved(let report): return .approved(report)
        case .wrong(let report): return .wrong(report)
        case .limited(let reached): return .limited(reached)
        case .ended(let report): return .ended(report.status)
        case .codeKeyMissing: return .keyMissing
        case .keyReused: return .keyReused
        case .conflict: return conflict(subject, app)
        case .forgotten: return try await unseen(subject) { id throws(StoreProblem) in ports.forgotten(id, of: app) }
        case .noSuchVerification:
            return try await unseen(subject) { id throws(StoreProblem) in try await ports.unseen(id, of: app) }
        }
    }

    private func conflict(_ subject: CheckAttempt.Subject, _ app: App) -> Checked {
        guard case .request(let id) = subject, ports.mayKnowOf(id, app) else { return .nothingFound }
        return .startKeyReused
    }

    /// What to answer when the store knows no verification of the subject.
    ///
    /// Only an id can belong to a request that still waits in the queue; a phone number cannot.
    private func unseen(
        _ subject: CheckAttempt.Subject, _ look: (VerificationID) async throws(StoreProblem) -> UnseenRequest
    ) async throws(StoreProblem) -> Checked {
        guard case .request(let id) = subject else { return .nothingFound }
        return switch try await look(id) {
        case .queued: .queued
        case .expired: .ended(.expired)
        case .unknown: .nothingFound
        case .undecidable: .keyMissing
        }
    }
}
