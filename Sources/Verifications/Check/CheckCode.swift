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
    ///   `keyMissing` when this process lacks the key of the code, or may lack the key of the id; nothing was counted.
    package func check(
        _ code: String, of subject: CheckAttempt.Subject, _ app: App, clientIP: IPAddress?, asker: Asker = .backend,
        key: IdempotencyKey?
    ) async throws(StoreProblem) -> CheckResult<Unseen> {
        let typed = TypedCode(code, keys: ports.ids.keyRing, testNumbers: app.testNumbers)
        let attempt = CheckAttempt(
            subject, of: app.id, code: typed, clientIP: clientIP, asker: asker, rules: app.rules, idempotencyKey: key,
            tellsEvents: app.endpoint != nil)
        do {
            let result = try await ports.gate.ask { () throws(StoreProblem) in try await ports.store.check(attempt) }
            count(result, app)
            let answer = try await result.telling { gap throws(StoreProblem) in
                try await told(gap, of: subject, in: app)
            }
            ports.counters.metrics.count(answer, of: app, at: ports.now())
            return answer
        } catch {
            if error == .keyMissing { ports.counters.metrics.countCheckWithoutKey() }
            throw error
        }
    }

    private func count(_ result: CheckResult<NoRecord>, _ app: App) {
        switch result {
        case .approved(let report): count(.approved, of: report, in: app)
        case .wrong(let report): count(.wrongCode, of: report, in: app)
        case .limited(let reached):
            // A backend's limit never holds a try of a test number; whether a device's does, the result does not say.
            ports.counters.tallies.count(.checkLimited, at: ports.now(), app: app.id, reason: reached.limit.rawValue)
        case .ended, .keyReused, .missing: break
        }
    }

    private func count(_ kind: TallyKind, of report: VerificationReport, in app: App) {
        let now = ports.now()
        // Test numbers are in no statistics.
        guard app.testNumber(report.phone, at: now) == nil else { return }
        // A number on record was judged before; if a newer plan does not know it, its region is empty.
        let region = (try? ports.phones.parse(report.phone).region) ?? ""
        ports.counters.tallies.checked(kind, report, region: region, at: now)
    }

    /// A phone's live verification is on record; only an id can belong to a request that is still in the queue.
    private func told(
        _ gap: NoRecord, of subject: CheckAttempt.Subject, in app: App
    ) async throws(StoreProblem) -> Unseen {
        switch subject {
        case .request(let id): try await ports.told(gap, id, of: app)
        case .phone: .unknown
        }
    }
}
