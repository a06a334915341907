import VerificationCore

/// Says whether a code is right.
///
/// When many calls have the right code at once, exactly one call approves the verification. A call that repeats an
/// earlier call's idempotency key gets the earlier answer.
package struct CheckCode: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Compares the code, and counts it or ends the verification, in one transaction of the store.
    ///
    /// - Parameters:
    ///   - code: 4 to 10 ASCII digits.
    ///   - subject: whose code it is: the verification of a request, or a phone's live verification.
    ///   - app: whose call it is.
    ///   - clientIP: the address for which a wrong code counts; nil for the address that asked for the verification.
    ///   - asker: who types the code.
    ///   - key: calls with the same key count as a single call.
    /// - Returns: what became of the check.
    /// - Throws: a `StoreProblem` when the store gives no answer; the store may have counted or approved nevertheless.
    package func check(
        _ code: String, of subject: CheckAttempt.Subject, _ app: App, clientIP: IPAddress?, asker: Asker = .backend,
        key: IdempotencyKey?
    ) async throws(StoreProblem) -> Checked {
        let typed = TypedCode(code, keys: ports.keyRing, testNumbers: app.testNumbers)
        let attempt = CheckAttempt(
            subject, of: app.id, code: typed, clientIP: clientIP, asker: asker, rules: app.rules, idempotencyKey: key,
            tellsEvents: app.endpoint != nil)
        let verdict = try await ports.gate.ask { () throws(StoreProblem) in try await ports.store.check(attempt) }
        count(verdict, app)
        let checked = try await checked(verdict, subject, app)
        ports.metrics.count(checked, of: app, at: ports.now())
        return checked
    }

    private func checked(
        _ verdict: CheckVerdict, _ subject: CheckAttempt.Subject, _ app: App
    ) async throws(StoreProblem) -> Checked {
        switch verdict {
        case .approved(let report): return .approved(report)
        case .wrong(let report): return .wrong(report)
        case .limited(let reached): return .limited(reached)
        case .ended(let report): return .ended(report.status)
        case .codeKeyMissing: return .keyMissing
        case .keyReused: return .keyReused
        case .conflict: return conflict(subject, app)
        case .erased: return try await unseen(subject) { id throws(StoreProblem) in ports.erased(id, of: app) }
        case .noSuchVerification:
            return try await unseen(subject) { id throws(StoreProblem) in try await ports.unseen(id, of: app) }
        }
    }

    private func count(_ verdict: CheckVerdict, _ app: App) {
        switch verdict {
        case .approved(let report): count(.approved, report, app)
        case .wrong(let report): count(.wrongCode, report, app)
        case .limited(let reached):
            // A backend's limit never holds a try of a test number; whether a device's does, the verdict does not say.
            ports.tallies.count(.checkLimited, at: ports.now(), app: app.id, reason: reached.limit.rawValue)
        case .ended, .codeKeyMissing, .keyReused, .conflict, .erased, .noSuchVerification: break
        }
    }

    private func count(_ kind: TallyKind, _ report: VerificationReport, _ app: App) {
        let now = ports.now()
        // Test numbers are in no statistics.
        guard app.testNumber(report.phone, at: now) == nil else { return }
        // A number on record was judged before; if a newer plan does not know it, its region is empty.
        let region = (try? ports.phones.parse(report.phone).region) ?? ""
        ports.tallies.checked(kind, report, region: region, at: now)
    }

    private func conflict(_ subject: CheckAttempt.Subject, _ app: App) -> Checked {
        guard case .request(let id) = subject, ports.mayKnowOf(id, app) else { return .nothingFound }
        return .startKeyReused
    }

    /// A phone's live verification is on record; only an id can belong to a request that is still in the queue.
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

/// What became of a check of a code.
package enum Checked: Sendable {
    case approved(VerificationReport)
    /// The code is wrong, and the store has counted it.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no try now: nothing was counted, and even the right code is not accepted.
    case limited(LimitReached)
    /// The verification had ended before the check, was erased, or its request is too old to be sent.
    case ended(VerificationStatus)
    /// No worker has seen the request of this id yet.
    case queued
    /// The id was not made for this app, as far as this process can tell; or the phone has no live verification.
    case nothingFound
    /// The idempotency key of the check belongs to a check of another code or verification.
    case keyReused
    /// The id belongs to a request that reused the idempotency key of an earlier request with other words.
    case startKeyReused
    /// This process lacks the key of the code, or may lack the key of the id; another process may have that key.
    case keyMissing
}
