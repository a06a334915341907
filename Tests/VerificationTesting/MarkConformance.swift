import Testing
import VerificationCore

/// Proves that a registry of workers marks what happens, each thing once.
///
/// - Parameters:
///   - registry: an empty registry.
///   - store: where its marks are.
///   - now: the store's time.
///   - passing: lets the registry think that so much time has passed.
/// - Throws: what they throw.
package func exerciseMarks(
    _ registry: any WorkerRegistry, _ store: any IncidentStore, now: () async throws -> Timestamp,
    passing: (Duration) async throws -> Void
) async throws {
    let started = try await now() - .seconds(5)
    let trial = MarkTrial(registry: registry, store: store, status: .sample(startedAt: started))
    for _ in 0..<2 { try await trial.speak(1) }
    #expect(try await trial.words(now()) == ["worker-started host version 1.2.3"])
    #expect(try await trial.marks(now()).first?.at == started)

    try await trial.speak(1, (1, .open))
    try await trial.speak(2, (1, .open))
    try await trial.speak(2, (2, .open))
    try await trial.speak(1, (2, .closed))
    try await trial.speak(2, (1, .open))
    try await trial.speak(2, (2, .closed))
    let breaker = try await trial.words(now()).filter { $0.hasPrefix("breaker") }
    #expect(breaker == ["breaker-closed main ", "breaker-opened main half-failed"], "one opening, one end")

    for _ in 0..<2 { try await registry.leave(2) }
    #expect(try await trial.words(now()).count { $0 == "worker-ended host version 1.2.3" } == 1)
    try await passing(.seconds(31))
    for _ in 0..<2 { try await trial.markSilent() }
    #expect(
        try await trial.words(now()).count { $0 == "worker-silent host process 4711" } == 1,
        "the one without a farewell")
}

private struct MarkTrial {
    let registry: any WorkerRegistry
    let store: any IncidentStore
    let status: WorkerStatus

    func speak(_ worker: UInt64, _ notice: (generation: Int, state: BreakerNotice.State)? = nil) async throws {
        let notices = notice.map { notice in
            [
                BreakerNotice(
                    gateway: "main", generation: notice.generation, state: notice.state, remaining: .seconds(30),
                    reason: "half-failed")
            ]
        }
        let update = WorkerUpdate(status: status, gateways: GatewayUpdate(notices: notices ?? []))
        _ = try await registry.exchange(update, of: worker)
    }

    func markSilent() async throws {
        try await store.keep(
            IncidentReport(
                sightings: [], holding: [], staleBefore: nil, watchedSince: status.startedAt, note: "",
                marksSilentWorkers: true))
    }

    func marks(_ now: Timestamp) async throws -> [Mark] {
        try await store.marks(in: now - .seconds(600)...now + .seconds(60), limit: 50)
    }

    func words(_ now: Timestamp) async throws -> [String] {
        try await marks(now).map { "\($0.kind.rawValue) \($0.subject) \($0.detail)" }
    }
}
