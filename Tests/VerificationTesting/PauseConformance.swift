import Testing
import VerificationCore

/// Proves what every store promises about pauses of queues that end by themselves.
///
/// - Parameters:
///   - worker: the way of a worker to the registry.
///   - registry: the operator's way to it; nothing is paused at the beginning.
///   - audit: the audit beside it, which is empty at the beginning.
///   - passing: moves the store's time forward.
/// - Throws: what the store throws.
package func exercisePauses(
    _ worker: WorkerSeat, _ registry: any WorkerRegistry, _ audit: any AuditLog,
    passing: (Duration) async throws -> Void
) async throws {
    let began = try await registry.pause(.requests, by: "ana", because: "a test", lasting: .seconds(900))
    let end = try #require(began.pause.until)
    #expect(began.isNew && (.seconds(899)...(.seconds(901))).contains(end - began.pause.since))
    let second = try await registry.pause(.requests, by: "ben", because: "for longer", lasting: .seconds(9_000))
    #expect(!second.isNew && second.pause == began.pause, "the first pause stands with its end")
    let forEver = try await registry.pause(.events, by: "ben", because: "until I say so").pause
    #expect(forEver.until == nil)
    try await registry.settlePauses()
    #expect(try await worker.pauses() == [.requests: began.pause, .events: forEver], "nothing has ended yet")
    #expect(try await registry.workforce().pauses == [.requests: began.pause, .events: forEver])
    #expect(try await audit.page(.all, before: nil, limit: 9).lines.isEmpty)

    try await passing(.seconds(902))
    #expect(try await Set(worker.pauses().keys) == [.events], "workers go by the clock")
    #expect(try await Set(registry.workforce().pauses.keys) == [.events])
    for _ in 1...2 { try await registry.settlePauses() }
    let line = try await audit.page(.all, before: nil, limit: 9).lines.map(\.entry)
    #expect(line.count == 1, "an end has one line")
    #expect(line.first?.action == .resumeQueue && line.first?.actor == "ana" && line.first?.reason == "a test")
    #expect(line.first?.subject.hasPrefix("queue requests: the pause ended by itself at 2") == true)
    #expect(line.first?.result == .done)

    try await endsAndBeginsAnew(registry, audit, passing: passing)
}

/// A pause that has ended hinders no later call, also when no process has removed it.
private func endsAndBeginsAnew(
    _ registry: any WorkerRegistry, _ audit: any AuditLog, passing: (Duration) async throws -> Void
) async throws {
    for _ in 1...2 {
        let pause = try await registry.pause(.receipts, by: "ana", because: "again", lasting: .seconds(60))
        #expect(pause.isNew && pause.pause.reason == "again")
        try await passing(.seconds(61))
    }
    #expect(try await registry.resume(.receipts) == nil, "it was over")
    #expect(try await audit.page(.all, before: nil, limit: 9).lines.count == 3)
    #expect(try await registry.resume(.events)?.who == "ben")
    #expect(try await registry.workforce().pauses.isEmpty)
}

extension WorkerSeat {
    /// The pauses that a worker learns with an exchange.
    fileprivate func pauses() async throws(StoreError) -> [WorkQueue: QueuePause] {
        try await exchange(WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: []))).pauses
    }
}
