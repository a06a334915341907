import Testing
import VerificationCore

/// Proves what every registry of gateways promises to workers and to an operator.
///
/// - Parameters:
///   - workers: the ways of two workers to the same registry, the smaller id first; the registry is empty at the
///     beginning.
///   - registry: the operator's way to it.
///   - leave: the second worker leaves the registry.
///   - passing: moves the store's time forward.
/// - Throws: what the store throws.
package func exerciseGatewayStatuses(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry,
    leave: () async throws -> Void, passing: (Duration) async throws -> Void
) async throws {
    try await countsWorkers(workers, registry, leave: leave, passing: passing)
    try await keepsSwitches(workers.0, registry)
    try await keepsTheNewestNotice(workers, registry, passing: passing)
}

private let silence = GatewayUpdate(notices: [])

private func countsWorkers(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry,
    leave: () async throws -> Void, passing: (Duration) async throws -> Void
) async throws {
    #expect(try await registry.gateways() == GatewayOverview(workers: 0, gateways: [:]))
    #expect(try await workers.1.exchange(silence) == GatewayStatuses(workers: 1, position: 0))
    #expect(try await workers.0.exchange(silence) == GatewayStatuses(workers: 2, position: 0))
    #expect(try await workers.1.exchange(silence) == GatewayStatuses(workers: 2, position: 1))
    #expect(try await registry.gateways().workers == 2)

    try await passing(.seconds(3))
    #expect(try await workers.0.exchange(silence).workers == 2)
    try await passing(.seconds(2))
    #expect(try await workers.0.exchange(silence).workers == 1, "a worker that was silent for 5 s is gone")
    #expect(try await workers.1.exchange(silence).workers == 2, "and counts again when it is back")

    try await leave()
    #expect(try await workers.0.exchange(silence).workers == 2, "a call of its last second may still be counted")
    try await passing(.seconds(1))
    #expect(try await workers.0.exchange(silence).workers == 1)
    #expect(try await registry.gateways().workers == 1)
}

private func keepsSwitches(_ worker: WorkerSeat, _ registry: any WorkerRegistry) async throws {
    func control(of gateway: String) async throws -> GatewaySwitch? {
        let state = try await worker.exchange(silence)
        let overview = try await registry.gateways()
        #expect(state.gateways == overview.gateways)
        return state.gateways[gateway]?.control
    }
    try await registry.turn("main", isOff: true)
    #expect(try await control(of: "main") == GatewaySwitch(weight: nil, isOff: true))
    try await registry.setWeight(1_000, of: "main")
    try await registry.setWeight(0, of: "other")
    #expect(try await control(of: "main") == GatewaySwitch(weight: 1_000, isOff: true))
    #expect(try await control(of: "other") == GatewaySwitch(weight: 0, isOff: false))
    try await registry.turn("main", isOff: false)
    try await registry.turn("main", isOff: false)
    #expect(try await control(of: "main") == GatewaySwitch(weight: 1_000, isOff: false))
    try await registry.setWeight(nil, of: "main")
    #expect(try await control(of: "main") == .untouched)
    #expect(try await control(of: "third") == nil)
}

private func keepsTheNewestNotice(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry,
    passing: (Duration) async throws -> Void
) async throws {
    func notice(_ generation: Int, _ state: BreakerNotice.State, _ reason: String, of name: String = "main")
        -> BreakerNotice
    {
        BreakerNotice(
            gateway: name, generation: generation, state: state, remaining: state == .open ? .seconds(30) : .zero,
            reason: reason)
    }
    func told(_ worker: WorkerSeat, _ notices: BreakerNotice...) async throws -> BreakerNotice? {
        try await worker.exchange(GatewayUpdate(notices: notices)).gateways["main"]?.notice
    }
    let opened = try #require(try await told(workers.0, notice(1, .open, "first"), notice(7, .open, "b", of: "other")))
    #expect(opened.generation == 1 && opened.state == .open && opened.reason == "first")
    #expect(opened.remaining <= .seconds(30) && opened.remaining > .seconds(20))

    try await passing(.seconds(20))
    let second = try #require(try await told(workers.1, notice(1, .open, "second")))
    #expect(second.reason == "first", "of two workers that open at the same time the first counts")
    #expect(second.remaining <= .seconds(10))
    try await passing(.seconds(10))
    #expect(try await told(workers.1)?.remaining == .zero)

    #expect(try await told(workers.1, notice(1, .closed, "closed")) == notice(1, .closed, "closed"))
    #expect(try await told(workers.0, notice(1, .open, "late"))?.state == .closed, "an end is not undone")
    #expect(try await told(workers.0, notice(2, .open, "again"))?.reason == "again")
    #expect(try await told(workers.1, notice(1, .closed, "later"))?.generation == 2)
    let other = try await registry.gateways().gateways["other"]?.notice
    #expect(other?.generation == 7 && other?.reason == "b")
}

extension WorkerSeat {
    /// An exchange of a worker that has nothing to say of itself.
    fileprivate func exchange(_ update: GatewayUpdate) async throws(StoreError) -> GatewayStatuses {
        try await exchange(WorkerUpdate(status: .sample(), gateways: update)).gateways
    }
}
