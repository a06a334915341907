import VerificationCore

/// Puts a request for a verification on the queue, and waits for the worker's answer if the caller wants to wait.
package struct StartVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns when the broker has confirmed the request.
    ///
    /// With `patience` it returns later: when the worker's answer has come, or after `patience`. A request that every
    /// worker would refuse does not go to the broker.
    ///
    /// - Parameters:
    ///   - form: what the caller asks for, read and checked.
    ///   - app: whose call it is.
    ///   - key: calls with the same key have the effect of a single call.
    ///   - trace: goes to the worker with the request.
    ///   - patience: how long to wait for the worker's answer, in all; nil to wait for the broker alone.
    /// - Returns: the outcome of the call.
    /// - Throws: a `RequestNotQueued` where the broker has not confirmed the request in time.
    package func start(
        _ form: RequestForm, of app: App, key: IdempotencyKey?, trace: TraceContext?, waiting patience: Duration?
    ) async throws(RequestNotQueued) -> Started {
        // Every worker would refuse this number. The caller learns it here, even if it does not wait for a worker.
        let now = ports.now()
        let isTestNumber = app.testNumber(form.phone.e164, at: now) != nil
        let isBlocked = ports.blocks().judgement(of: form.phone, from: form.clientIP, at: now) == .blocked
        if let reason = app.rules.refusal(of: form.phone, isTestNumber: isTestNumber, isBlocked: isBlocked) {
            ports.facts.tell(.turnedAway(reason, form.phone, of: app.id, isTestNumber: isTestNumber), at: now)
            return .refused(reason)
        }
        let (request, anew) = makeRequest(form, of: app, key: key)
        do throws(RequestNotQueued) {
            let started = try await ask(request, orElse: anew, trace: trace, until: patience.map { now + $0 })
            tell(of: started, isTestNumber: isTestNumber)
            return started
        } catch {
            ports.facts.tell(
                .notQueued(error.problem, form.phone, of: app.id, isTestNumber: isTestNumber), at: ports.now())
            throw error
        }
    }

    private func tell(of started: Started, isTestNumber: Bool) {
        switch started {
        case .accepted(let request), .answered(let request, _):
            ports.facts.tell(.started(request, isTestNumber: isTestNumber), at: ports.now())
        case .refused, .repeated, .keyReused: break
        }
    }

    /// The request, and for a call with a key the same request under an id that was never used before.
    private func makeRequest(
        _ form: RequestForm, of app: App, key: IdempotencyKey?
    ) -> (VerificationRequest, anew: VerificationRequest?) {
        let now = ports.now()
        let request = { (id: VerificationID) in
            VerificationRequest(
                id: id, app: app.id, phone: form.phone, language: form.language, clientIP: form.clientIP,
                asker: form.asker, appVerification: form.appVerification, autofill: form.autofill,
                metadata: form.metadata,
                idempotencyKey: key, requestedAt: now,
                deadline: now + ports.ids.life)
        }
        let unused = request(ports.ids.keyRing.makeID(for: app.id, at: now, random: ports.ids.random()))
        guard let key else { return (unused, nil) }
        return (request(ports.ids.keyRing.makeID(for: unused, key: key)), unused)
    }

    /// Publishes the request; if an earlier request of the same key did nothing, publishes it once more under a new id.
    ///
    /// An earlier request did nothing when a limit refused it. An erasure of its phone counts like this too. Two
    /// callers may repeat the request at the same moment. Then a worker makes a verification of the first new id, and
    /// the key leads the second new id to this verification.
    ///
    /// Both wait until one `end`; after it, a request waits for the broker alone. Without `end` this process does not
    /// learn what the earlier request did, and publishes only once.
    private func ask(
        _ request: VerificationRequest, orElse anew: VerificationRequest?, trace: TraceContext?,
        until end: Timestamp?
    ) async throws(RequestNotQueued) -> Started {
        do throws(QueueError) {
            guard let patience = end.map({ $0 - ports.now() }), patience > .zero else {
                try await ports.queue.publish(.request(request, context: trace))
                return .accepted(request)
            }
            let answer = try await ports.queue.publish(request, context: trace, answerWithin: patience)
            guard let answer else { return .accepted(request) }
            guard answer == .known else { return .answered(request, answer) }
        } catch {
            throw RequestNotQueued(problem: error, request: request.id)
        }
        // A worker has handled this request before. When the database does not say how, `accepted` is still true.
        let found = try? await ports.store.verification(request.id, of: request.app)
        if let anew, found?.didNothing == true {
            return try await ask(anew, orElse: nil, trace: trace, until: end)
        }
        return switch found {
        case .found(let report)?: .repeated(report)
        case .missing(.keyReused)?: .keyReused
        case .missing(.erased)?, .missing(.unknown)?, nil: .accepted(request)
        }
    }
}

extension FoundVerification<NoRecord> {
    fileprivate var didNothing: Bool {
        switch self {
        case .found(let report): report.requestOutcome == .limited
        case .missing(.erased): true
        case .missing(.keyReused), .missing(.unknown): false
        }
    }
}

/// The outcome of a call for a verification.
package enum Started: Sendable {
    /// The broker has the request; the store has the outcome later.
    case accepted(VerificationRequest)
    /// The answer of the worker that took the request, for a caller that waited for it.
    case answered(VerificationRequest, RequestAnswer)
    /// The call repeats an earlier call, which led to this verification.
    case repeated(VerificationReport)
    /// The idempotency key belongs to an earlier call with other content.
    case keyReused
    /// Every worker would refuse the number.
    case refused(RefusalReason)
}

/// The broker has not confirmed a request; the problem says whether a worker may get it all the same.
package struct RequestNotQueued: Error, Sendable, Hashable {
    package let problem: QueueError
    package let request: VerificationID
}
