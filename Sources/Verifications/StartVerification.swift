import VerificationCore

/// Asks for a verification: puts a request on the queue, and waits for the worker's answer if the caller wants it.
package struct StartVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns when the broker has confirmed the request, or is too late with it.
    ///
    /// With `patience` it also waits for the worker's answer.
    ///
    /// - Parameters:
    ///   - form: what the caller asks for, read and checked.
    ///   - app: the app that calls.
    ///   - key: the idempotency key of the call; the same call again within 24 hours leads to the same verification.
    ///   - trace: goes with the request.
    ///   - patience: how long to wait for the worker's answer; nil when the caller does not wait.
    /// - Returns: what became of the call.
    package func start(
        _ form: RequestForm, of app: App, key: IdempotencyKey?, trace: TraceContext?, waiting patience: Duration?
    ) async -> Started {
        // A worker would refuse it too; a caller that does not wait for the worker learns it here.
        let isTestNumber = app.testNumber(form.phone.e164, at: ports.now()) != nil
        if let reason = app.rules.refusal(of: form.phone, isTestNumber: isTestNumber) { return .refused(reason) }
        guard let (request, anew) = makeRequest(form, app, key) else { return .keyMissing }
        return await ask(request, orElse: anew, trace, patience)
    }

    /// The request; with a key also `anew`, the same request under an id that was never used before.
    ///
    /// With a key the request's id is derived from app, key and form, so a repeated call gets the same id all through a
    /// UTC day.
    private func makeRequest(
        _ form: RequestForm, _ app: App, _ key: IdempotencyKey?
    ) -> (VerificationRequest, anew: VerificationRequest?)? {
        let now = ports.now()
        let request = { (id: VerificationID) in
            VerificationRequest(
                id: id, app: app.id, phone: form.phone, phoneSeal: ports.keyRing.seal(form.phone, of: id),
                language: form.language, clientIP: form.clientIP, autofill: form.autofill, metadata: form.metadata,
                idempotencyKey: key, requestedAt: now, deadline: now + ports.requestLife)
        }
        guard let unused = ports.keyRing.makeID(for: app.id, at: now, random: ports.random()).map(request) else {
            return nil
        }
        guard let key else { return (unused, nil) }
        return ports.keyRing.makeID(for: unused, key: key).map { (request($0), unused) }
    }

    /// Publishes the request; for a caller who waits, asks again under `anew` when the earlier call has no effect.
    ///
    /// A call has no effect when a limit held it, or when its verification was erased. Two callers may repeat such a
    /// call at the same time, under two new ids. A worker serves the first id, and the key leads the second to the same
    /// verification.
    private func ask(
        _ request: VerificationRequest, orElse anew: VerificationRequest?, _ trace: TraceContext?,
        _ patience: Duration?
    ) async -> Started {
        do throws(QueueProblem) {
            guard let patience else {
                try await ports.queue.publish(request, context: trace)
                return .accepted(request)
            }
            let answer = try await ports.queue.publish(request, context: trace, answerWithin: patience)
            guard let answer else { return .accepted(request) }
            guard answer == .known else { return .answered(request, answer) }
        } catch {
            return .notQueued(error, request.id)
        }
        // When the database does not answer, the request is known to be on the queue, which is `accepted`.
        let found = try? await ports.store.verification(request.id, of: request.app)
        if let anew, found?.didNothing == true { return await ask(anew, orElse: nil, trace, patience) }
        return switch found {
        case .found(let report)?: .repeated(report)
        case .keyReused?: .keyReused
        case .forgotten?, .noSuchVerification?, nil: .accepted(request)
        }
    }
}

extension FoundVerification {
    fileprivate var didNothing: Bool {
        switch self {
        case .found(let report): report.requestOutcome == .limited
        case .forgotten: true
        case .keyReused, .noSuchVerification: false
        }
    }
}
