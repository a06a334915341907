import VerificationCore

/// Says whether a code is right.
///
/// Of many right codes at once exactly one approves; a check with an idempotency key that is made again has the answer of
/// the first.
package struct CheckCode: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Compares, counts and ends in one transaction of the store.
    ///
    /// - Parameters:
    ///   - code: ASCII digits, as many as any code has.
    ///   - subject: whose code it is: a request's, or that of the verification which is alive for a phone.
    ///   - app: whose call it is.
    ///   - clientIP: whose wrong codes count, if it is known.
    ///   - key: makes calls that repeat each other one.
    /// - Returns: what became of it.
    /// - Throws: a `StoreProblem` when the store gives no answer; the code may have been counted then.
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

    /// No id leads to a phone's verification, so none can be in the queue yet.
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
