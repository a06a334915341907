import VerificationCore

extension RequestHandler {
    /// Waits for a place at a gateway before the claim, so that the call can follow the claim at once.
    ///
    /// When all gateways of the route are away, or too many requests wait for the gateway already, the request goes to a
    /// retry queue, without a claim and without a try. Nil when the claim goes on without a place:
    /// - A test number needs no place.
    /// - A request that is too late, or becomes too late in the line, needs no place: the claim ends it as expired.
    /// - A worker that has claimed the message already has to record its outcome.
    func earlyPlace(for work: Work, _ patience: StoreGate.Patience) async throws(JobError) -> GatewayPermit? {
        guard work.claim.testNumber == nil else { return nil }
        let left = work.request.deadline - ports.now()
        guard left > .zero else { return nil }
        let entry: GatewayEntry
        do {
            entry = try await ports.routes.permit(for: work.request.phone, of: work.request.app, within: left)
        } catch {
            if case .untilCancelled = patience { return nil }
            throw .stopped
        }
        let obstacle: JobError.HeldUp
        switch entry {
        case .admitted(let permit): return permit
        case .late: return nil
        case .away: obstacle = JobError.HeldUp(reason: GatewayTry.allAway, detail: nil)
        case .full(let length): obstacle = JobError.HeldUp(reason: GatewayTry.lineFull, detail: nil, wait: length)
        }
        if case .untilCancelled = patience { return nil }
        throw .heldUp(obstacle)
    }

    /// The place for the call: a test number's own gateway, the place taken before the claim, or a new place.
    ///
    /// A new place is for a number that the app lists as a test number, but that is over by the store's clock. It is
    /// also for a message that only another gateway than that of the early place may have, or should have first. The wait
    /// for a new place ends while the lease still leaves the call its time. Then the try is recorded, and counts, so that
    /// no message waits for a busy gateway round after round.
    func place(for attempt: Attempt, _ early: GatewayPermit?) async -> CallPlace {
        if let test = attempt.testNumber {
            let gateway = TestNumberGateway(
                scenario: test.scenario, tries: attempt.order.tries, receipts: ports.receipts)
            return .only(GatewayPermit(gateway: gateway, onRelease: {}))
        }
        let allowed = attempt.order.place(
            under: attempt.claim.rules.whenUnknown, honorsKeys: { ports.routes.honorsIdempotencyKeys(at: $0) })
        switch allowed {
        case .anywhere:
            if let place = await placeElsewhere(for: attempt, early) ?? early { return .first(place) }
            let request = attempt.work.request
            return await taken(CallPlace.first) {
                try await ports.routes.permit(for: request.phone, of: request.app, within: shortWait)
            }
        case .only(let gateway):
            if let early, early.gateway.name == gateway { return .only(early) }
            early?.release()
            return await taken(CallPlace.only) { try await ports.routes.permit(at: gateway, within: shortWait) }
        case .nowhere:
            return .missing(.unknown(reason: "gateway-gone"))
        }
    }

    /// A place away from the gateways that have not delivered the verification's earlier messages.
    ///
    /// The place taken before the claim is given back only for a better place, so a resend never loses its turn.
    ///
    /// - Returns: Nil when there is nothing to avoid, or when no other gateway of the route has a place in time.
    private func placeElsewhere(for attempt: Attempt, _ early: GatewayPermit?) async -> GatewayPermit? {
        var avoided = avoided(by: attempt)
        // A wait may last a second longer, so with a short lease a place in hand is better than a wait for another.
        let end = ContinuousClock.now + (early != nil && shortWait < .seconds(1) ? .zero : shortWait)
        while !avoided.isEmpty {
            if let early, !avoided.contains(early.gateway.name) { return early }
            if let place = await place(for: attempt.work.request, besides: Set(avoided), until: end) {
                early?.release()
                return place
            }
            // All others are away or full, so the gateway that failed first comes next.
            avoided.removeLast()
        }
        return nil
    }

    /// A place that is free now at any of the other gateways, or else one at the first of them, in time.
    private func place(
        for request: VerificationRequest, besides avoided: Set<String>, until end: ContinuousClock.Instant
    ) async -> GatewayPermit? {
        if let free = ports.routes.permitNow(for: request.phone, of: request.app, besides: avoided) { return free }
        // Only a worker that stops, or gives back what it holds, is turned away; then the place it has is good enough.
        let entry = try? await ports.routes.permit(
            for: request.phone, of: request.app, besides: avoided, within: max(.zero, end - .now))
        guard case .admitted(let place) = entry else { return nil }
        return place
    }

    /// See `SendOrder.avoided(reportsDelivery:)`.
    func avoided(by attempt: Attempt) -> [String] {
        attempt.order.avoided { ports.routes.reportsDelivery(at: $0) }
    }

    /// How long a claimed message may wait for a place: a fifth of what the lease leaves besides the call.
    ///
    /// The wait may last a second longer. Example: a lease of 15 s for a call of 10 s; the wait ends within 2 s.
    private var shortWait: Duration { (settings.lease - settings.gatewayDeadline) / 5 }

    /// After the claim: a worker that gets no place records the try, so that the next worker need not wait for the
    /// lease.
    private func taken(
        _ place: (GatewayPermit) -> CallPlace, _ entry: () async throws -> GatewayEntry
    ) async -> CallPlace {
        do {
            return switch try await entry() {
            case .admitted(let permit): place(permit)
            case .away: .missing(.refused(reason: GatewayTry.allAway, .forNow))
            case .full, .late: .missing(.refused(reason: GatewayTry.lineFull, .forNow))
            }
        } catch {
            // Only a worker that stops, or gives back what it holds, gets here.
            return .missing(.refused(reason: GatewayCalls.stopped, .forNow))
        }
    }
}

extension RequestHandler {
    /// Where a try begins: the place for its first call, or why it makes no call.
    enum CallPlace: Sendable {
        /// At the first gateway of several; after a call that did not send, the next gateway may have the message.
        case first(GatewayPermit)
        /// At the only gateway that may have the message.
        case only(GatewayPermit)
        /// No gateway may have the message now, and this comes of the try.
        case missing(SendOutcome)

        /// Returns when the gateway's pace allows the call.
        func begin() async {
            switch self {
            case .first(let permit), .only(let permit): await permit.begin()
            case .missing: break
            }
        }

        func release() {
            switch self {
            case .first(let permit), .only(let permit): permit.release()
            case .missing: break
            }
        }
    }
}

extension GatewayTry {
    /// The reason when no gateway of the route takes messages now.
    static let allAway = "gateways-away"
    /// The reason when too many requests wait for the gateway.
    static let lineFull = "gateway-line-full"

    /// A worker that lacks the key of a code calls no gateway: another worker may have the key, or this worker after a
    /// restart.
    static let lackingKey = GatewayTry(withoutCall: .refused(reason: "code-key-missing", .forNow))
}
