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
    /// - Returns: the result of the check.
    /// - Throws: a `StoreError` when the store gives no answer; the store may have counted or approved nevertheless.
    ///   `keyMissing` when this process lacks the key of the code, or may lack the key of the id; nothing was counted.
    package func check(
        _ code: String, of subject: CheckAttempt.Subject, in app: App, clientIP: IPAddress?, asker: Asker = .backend,
        key: IdempotencyKey?
    ) async throws(StoreError) -> CheckResult<Unseen> {
        let typed = TypedCode(code, keys: ports.ids.keyRing, testNumbers: app.effectiveTestNumbers)
        let attempt = CheckAttempt(
            subject, of: app.id, code: typed, clientIP: clientIP, asker: asker, rules: app.rules, idempotencyKey: key,
            tellsEvents: app.endpoint != nil)
        do {
            let result = try await ports.gate.ask { () throws(StoreError) in try await ports.store.check(attempt) }
            let answer = try await result.telling { gap throws(StoreError) in
                try await told(gap, of: subject, in: app)
            }
            tell(of: answer, app)
            return answer
        } catch {
            if error == .keyMissing { ports.facts.tell(.checkLackedKey, at: ports.now()) }
            throw error
        }
    }

    private func tell(of result: CheckResult<Unseen>, _ app: App) {
        let (now, phone) = (ports.now(), result.countedPhone)
        // A number on record was judged before; if a newer plan does not know it, its region is empty.
        let region = phone.flatMap { try? ports.phones.parse($0).region } ?? ""
        // The store does not return the number for a try that a limit held. A backend's limit never holds a try of a
        // test number.
        let isTestNumber = phone.map { app.testNumber($0, at: now) != nil } ?? false
        ports.facts.tell(.checked(result, of: app.id, region: region, isTestNumber: isTestNumber), at: now)
    }

    /// A phone's live verification is on record; only an id can belong to a request that is still in the queue.
    private func told(
        _ gap: NoRecord, of subject: CheckAttempt.Subject, in app: App
    ) async throws(StoreError) -> Unseen {
        switch subject {
        case .request(let id): try await ports.told(gap, id: id, of: app)
        case .phone: .unknown
        }
    }
}

extension CheckResult<Unseen> {
    /// The number of a try that was counted.
    fileprivate var countedPhone: String? {
        switch self {
        case .approved(let report), .wrong(let report): report.phone
        case .limited, .ended, .keyReused, .missing: nil
        }
    }
}
