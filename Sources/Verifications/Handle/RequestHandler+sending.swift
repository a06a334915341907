import VerificationCore

extension RequestHandler {
    /// The only irreversible act: hands the message to a gateway, and returns the outcome.
    ///
    /// It begins only when it can end before the lease does. After the lease another worker may take the message over.
    func send(_ message: OutgoingMessage, of attempt: Attempt, through place: CallPlace) async -> GatewayTry {
        let end = ContinuousClock.now + settings.gatewayDeadline
        switch place {
        case .missing(let outcome):
            return GatewayTry(withoutCall: outcome)
        case .only(let permit):
            return GatewayTry(await call(permit, with: message, of: attempt, until: end))
        case .first(let permit):
            let first = await call(permit, with: message, of: attempt, until: end)
            return await failOver(after: first, message, of: attempt, until: end)
        }
    }

    /// Lets the next gateway of the route have the message, as long as no gateway has got it.
    ///
    /// All calls of a try share one deadline, so the last of them ends before the lease. Example: 10 s for the try.
    /// `a` refuses after 3 s, then `b` has 7 s.
    private func failOver(
        after first: EndedCall, _ message: OutgoingMessage, of attempt: Attempt, until end: ContinuousClock.Instant
    ) async -> GatewayTry {
        var made = GatewayTry(first)
        guard made.mayGoOn else { return made }
        let request = attempt.work.request
        while made.mayGoOn, hasTime(until: end), let next = nextPlace(for: attempt, after: made) {
            let last = made.calls.last?.gateway ?? first.gateway
            tell(.failedOver(from: last))
            await next.begin()
            made.add(await call(next, with: message, of: attempt, until: end))
        }
        made.end(othersAreLeft: ports.routes.hasOthers(for: request.phone, of: request.app, besides: made.gateways))
        return made
    }

    /// A gateway that has not delivered an earlier message of the verification comes last.
    private func nextPlace(for attempt: Attempt, after made: GatewayTry) -> GatewayPermit? {
        let (request, avoided) = (attempt.work.request, avoided(by: attempt))
        func place(besides tried: Set<String>) -> GatewayPermit? {
            ports.routes.permitNow(for: request.phone, of: request.app, besides: tried)
        }
        if !avoided.isEmpty, let better = place(besides: made.gateways.union(avoided)) { return better }
        return place(besides: made.gateways)
    }

    /// Whether a further call has a fair chance to end in time; otherwise the message waits in a retry queue.
    ///
    /// A call that is cut off counts as unknown, and the app may want no second SMS. So a quarter of the try's time has
    /// to be left, for example 2.5 s of 10 s. A worker that stops begins no further call.
    private func hasTime(until end: ContinuousClock.Instant) -> Bool {
        !calls.isClosed && end - .now >= settings.gatewayDeadline / 4
    }

    /// Calls one gateway; afterwards its place is free for the next message.
    private func call(
        _ place: GatewayPermit, with message: OutgoingMessage, of attempt: Attempt, until end: ContinuousClock.Instant
    ) async -> EndedCall {
        let startedAt = ContinuousClock.now
        let span = ports.telemetry.tracer.begin(.client, under: message.traceContext)
        let outcome = await calls.send(
            span.map { message.within($0.context) } ?? message, through: place.gateway, within: end - startedAt)
        let took = ContinuousClock.now - startedAt
        // A call that this worker's own stop has cut off says nothing about the gateway.
        if outcome != .unknown(reason: GatewayCalls.stopped) { place.report(outcome, took: took) }
        place.release()
        let call = EndedCall(
            gateway: place.gateway.name, honorsIdempotencyKeys: place.gateway.honorsIdempotencyKeys,
            reportsDelivery: place.gateway.reportsDelivery, outcome: outcome, endedAt: ports.now(), took: took)
        tell(.called(call, for: attempt.order, of: attempt.work.request, span: span))
        return call
    }
}

extension RequestHandler {
    /// Saves what came of a try, and decides how the request leaves.
    ///
    /// `message`: nil when the worker wrote no text.
    func record(
        _ made: GatewayTry, of attempt: Attempt, with message: OutgoingMessage? = nil
    ) async throws(JobError) -> Settlement {
        let (order, claim, last) = (attempt.order, attempt.claim, made.calls.last)
        let next = settings.retries.next(
            after: made.outcome, of: order, for: claim, isRepeatable: last?.honorsIdempotencyKeys ?? false,
            language: message?.text.language)
        // The gateway that may have the message stays on record, also when this try could not call it.
        let record = SendRecord(
            order: order, request: claim.request, rules: claim.rules, gateway: last?.gateway ?? order.mayBeAt ?? "none",
            reportsDelivery: last?.reportsDelivery ?? false, text: message?.text, outcome: next.outcome,
            calls: made.reports, tellsEvents: claim.tellsEvents)
        // Another worker took the message over; when the request comes back, the record decides.
        guard case .saved(let early) = try await save(record, of: attempt.work) else {
            return .retry(after: settings.lease)
        }
        tell(.recorded(record, early: early))
        return next.settlement
    }

    /// Saves an outcome, and waits while another transaction holds a lock on the message.
    ///
    /// Only this worker knows the outcome, so it cannot leave it to another worker.
    private func save(_ record: SendRecord, of work: Work) async throws(JobError) -> Recorded {
        do throws(JobError) {
            while true {
                if let recorded = try await saveUnlessLocked(record) { return recorded }
                do { try await Task.sleep(for: settings.storeProbe) } catch { throw .stopped }
            }
        } catch {
            tell(of: error, record: record, work: work)
            throw error
        }
    }

    /// Nil when another transaction holds a lock on the message.
    private func saveUnlessLocked(_ record: SendRecord) async throws(JobError) -> Recorded? {
        do throws(JobError) {
            return try await gate.answer(.untilCancelled) { () throws(StoreError) in
                try await ports.store.record(record)
            }
        } catch {
            if case .heldUp(let trouble) = error, trouble.detail == nil { return nil }
            throw error
        }
    }

    /// Reports an outcome that the store has not got.
    private func tell(of error: JobError, record: SendRecord, work: Work) {
        let reason =
            switch error {
            case .heldUp(let trouble): trouble.detail
            case .unservable(let letter): letter.detail
            case .stopped: "the worker stops before the database answers"
            }
        tell(.recordLost(record, trace: work.trace, reason: reason ?? ""))
    }
}
