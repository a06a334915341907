import VerificationCore

extension RequestHandler {
    /// Waits for a place at a gateway before the claim, so that the call can follow the claim at once.
    ///
    /// When all gateways of the route are away, the request waits on the ladder, without a claim and without a try. Nil
    /// when the claim goes on without a place:
    /// - A test number needs no place.
    /// - A request that is too late needs no place: the claim ends it as expired.
    /// - A worker that has claimed the message already has to record what becomes of it.
    func earlyPlace(for work: Work, _ patience: StoreGate.Patience) async throws(Undone) -> GatewayPermit? {
        guard work.claim.testNumber == nil else { return nil }
        do {
            if let place = try await freePlace(for: work.request) { return place }
        } catch {
            if case .untilCancelled = patience { return nil }
            throw .stopped
        }
        guard case .untilStop = patience, work.request.deadline > ports.now() else { return nil }
        throw .heldUp(Undone.HeldUp(reason: GatewayTry.allAway, detail: nil))
    }

    /// The place for the call: a test number's own gateway, the place taken before the claim, or a new place.
    ///
    /// A new place is for a number that the app lists as a test number, but that is over by the store's clock. It is
    /// also for a message that only another gateway than that of the early place may have.
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
            if let early { return .first(early) }
            return await taken(CallPlace.first) { try await freePlace(for: attempt.work.request) }
        case .only(let gateway):
            if let early, early.gateway.name == gateway { return .only(early) }
            early?.release()
            return await taken(CallPlace.only) { try await ports.routes.permit(at: gateway) }
        case .nowhere:
            return .missing(.unknown(reason: "gateway-gone"))
        }
    }

    /// After the claim: whoever is turned away records the try, so that the next worker need not wait for the lease.
    private func taken(
        _ place: (GatewayPermit) -> CallPlace, _ permit: () async throws -> GatewayPermit?
    ) async -> CallPlace {
        do {
            guard let permit = try await permit() else {
                return .missing(.refused(reason: GatewayTry.allAway, .forNow))
            }
            return place(permit)
        } catch {
            // Only a worker that stops gets here.
            return .missing(.refused(reason: GatewayCalls.stopped, .forNow))
        }
    }

    private func freePlace(for request: VerificationRequest) async throws(CancellationError) -> GatewayPermit? {
        try await ports.routes.permit(for: request.phone, of: request.app)
    }
}

extension GatewayTry {
    /// The reason when no gateway of the route takes messages now.
    static let allAway = "gateways-away"

    /// A worker that lacks the key of a code calls no gateway: another worker may have the key, or this worker after a
    /// restart.
    static let lackingKey = GatewayTry(withoutCall: .refused(reason: "code-key-missing", .forNow))
}
