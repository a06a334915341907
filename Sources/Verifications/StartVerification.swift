import VerificationCore

/// Asks for a verification: puts a request on the queue, and waits for the worker's word if the caller does.
package struct StartVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Ends once the broker has confirmed the request, or has not confirmed it in time.
    ///
    /// - Parameters:
    ///   - form: what the caller asks for, read and checked.
    ///   - app: whose call it is.
    ///   - key: calls with the same key have the effect of a single call.
    ///   - trace: goes to the worker with the request.
    ///   - patience: how long to wait for the worker's word; nil to wait for the broker alone.
    /// - Returns: what became of it.
    package func start(
        _ form: RequestForm, of app: App, key: IdempotencyKey?, trace: TraceContext?, waiting patience: Duration?
    ) async -> Started {
        // A worker would refuse the number as well; a caller that does not wait for a worker learns it here.
        let isTestNumber = app.testNumber(form.phone.e164, at: ports.now()) != nil
        if let reason = app.rules.refusal(of: form.phone, isTestNumber: isTestNumber) { return .refused(reason) }
        guard let (request, anew) = makeRequest(form, app, key) else { return .keyMissing }
        return await ask(request, orElse: anew, trace, patience)
    }

    /// The request, and for a call with a key the same request under an id that was never used before.
    private func makeRequest(
        _ form: RequestForm, _ app: App, _ key: IdempotencyKey?
    ) -> (VerificationRequest, anew: VerificationRequest?)? {
        let now = ports.now()
        let request = { (id: VerificationID) in
            VerificationRequest(
                id: id, app: app.id, phone: form.phone, phoneSignature: ports.keyRing.sign(form.phone, of: id),
                language: form.language, clientIP: form.clientIP, autofill: form.autofill, metadata: form.metadata,
                idempotencyKey: key, requestedAt: now, deadline: now + ports.requestLife)
        }
        guard let unused = ports.keyRing.makeID(for: app.id, at: now, random: ports.random()).map(request) else {
            return nil
        }
        guard let key else { return (unused, nil) }
        return ports.keyRing.makeID(for: unused, key: key).map { (request($0), unused) }
    }

    /// Publishes the request; where an earlier request of the same key did nothing, publishes it once more under a new id.
    ///
    /// A request did nothing when a limit held it, or when its phone was erased since. When two callers repeat it at the same
    /// moment, a worker makes a verification of the first new id, and the key leads the second to that verification.
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
        let found = try? await ports.reader.verification(request.id, of: request.app)
        if let anew, found?.didNothing == true { return await ask(anew, orElse: nil, trace, patience) }
        return switch found {
        case .found(let report)?: .repeated(report)
        case .keyReused?: .keyReused
        case .erased?, .noSuchVerification?, nil: .accepted(request)
        }
    }
}

extension FoundVerification {
    fileprivate var didNothing: Bool {
        switch self {
        case .found(let report): report.requestOutcome == .limited
        case .erased: true
        case .keyReused, .noSuchVerification: false
        }
    }
}
