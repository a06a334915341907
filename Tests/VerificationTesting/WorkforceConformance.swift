import Testing
import VerificationCore

/// Proves what every store promises about pauses of queues and words of workers, to workers and to an operator.
///
/// - Parameters:
///   - workers: the ways of two workers to the same registry, the smaller id first; the registry is empty at the
///     beginning.
///   - registry: the operator's way to it.
///   - leave: the second worker leaves the registry.
///   - passing: moves the store's time forward.
/// - Throws: what the store throws.
package func exerciseWorkforce(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry,
    leave: () async throws -> Void, passing: (Duration) async throws -> Void
) async throws {
    try await tellsPauses(workers.0, registry)
    try await keepsWords(workers, registry)
    try await countsAppliedPauses(workers, registry)
    try await marksTheSilent(workers, registry, leave: leave, passing: passing)
}

private func tellsPauses(
    _ worker: WorkerSeat, _ registry: any WorkerRegistry
) async throws {
    let nobody = try await registry.workforce()
    #expect(nobody.workers.isEmpty && nobody.pauses.isEmpty)
    #expect(try await worker.tell(.sample()).isEmpty)
    #expect(try await registry.resume(.requests) == nil, "there is nothing to resume")

    let began = try await registry.pause(.requests, by: "ana", because: "the provider is down")
    #expect(began.isNew && began.pause.who == "ana" && began.pause.reason == "the provider is down")
    let stands = try await registry.pause(.requests, by: "ben", because: "another reason")
    #expect(!stands.isNew && stands.pause == began.pause, "the second learns of the first")
    let events = try await registry.pause(.events, by: "ben", because: "an endpoint asks for it").pause

    let all: [WorkQueue: QueuePause] = [.requests: began.pause, .events: events]
    #expect(try await worker.tell(.sample()) == all)
    #expect(try await registry.workforce().pauses == all)

    #expect(try await registry.resume(.requests) == began.pause)
    #expect(try await registry.resume(.requests) == nil)
    #expect(try await worker.tell(.sample()) == [.events: events])
    #expect(try await registry.resume(.events) == events)
    #expect(try await worker.tell(.sample()).isEmpty)
}

private func keepsWords(_ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry) async throws {
    let (early, late) = (Timestamp(seconds: 1_767_225_600), Timestamp(seconds: 1_767_225_700))
    let first = WorkerStatus.sample(host: "b", startedAt: late, inHand: 12, oldestAt: late + .microseconds(1))
    let second = WorkerStatus.sample(
        host: "b", startedAt: early, activity: .heldUp, paused: [.receipts, .events],
        links: ["smsc": true, "zwei, \"drei\"": false])
    _ = try await workers.0.tell(first)
    _ = try await workers.1.tell(second)
    let workforce = try await registry.workforce()
    #expect(workforce.workers.map(\.status) == [second, first])
    #expect(workforce.workers.map(\.id) == [2, 1])
    #expect(workforce.workers.allSatisfy { !$0.isSilent && $0.seenAt <= workforce.now })
    for activity in WorkerActivity.allCases {
        let status = WorkerStatus.sample(host: "a", activity: activity)
        _ = try await workers.0.tell(status)
        #expect(try await registry.workforce().workers.first?.status == status, "the last word counts")
    }
}

private func countsAppliedPauses(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry
) async throws {
    _ = try await workers.0.tell(.sample(paused: [.requests, .events]))
    _ = try await workers.1.tell(.sample(paused: [.requests]))
    let workforce = try await registry.workforce()
    #expect(WorkQueue.allCases.map { workforce.appliedPauses(of: $0) } == [2, 0, 1])
}

private func marksTheSilent(
    _ workers: (WorkerSeat, WorkerSeat), _ registry: any WorkerRegistry, leave: () async throws -> Void,
    passing: (Duration) async throws -> Void
) async throws {
    try await passing(.seconds(4))
    _ = try await workers.1.tell(.sample(host: "z", paused: [.requests]))
    try await passing(.seconds(2))
    let workforce = try await registry.workforce()
    #expect(workforce.workers.map(\.isSilent) == [true, false])
    #expect(workforce.living.map(\.id) == [2])
    #expect(workforce.appliedPauses(of: .requests) == 1, "the silent do not count")
    #expect(workforce.deaths == [workforce.workers[0].seenAt], "who is silent may have died")
    #expect(workforce.workers[0].status?.paused == [.requests, .events], "the last word of a silent worker is shown")

    _ = try await workers.1.tell(.sample(host: "z", activity: .stopping))
    try await leave()
    #expect(try await registry.workforce().living.map(\.id) == [2], "it counts for one more second")
    try await passing(.seconds(1))
    #expect(try await registry.workforce().workers.map(\.id) == [1], "who ended in order is not missed")
    #expect(try await registry.workforce().deaths.count == 1, "and has not died")
    _ = try await workers.1.tell(.sample())
    #expect(try await registry.workforce().workers.count == 2, "and is there when it is heard again")
}

extension WorkerSeat {
    /// An exchange of a worker without gateways; returns the pauses.
    fileprivate func tell(_ status: WorkerStatus) async throws(StoreError) -> [WorkQueue: QueuePause] {
        try await exchange(WorkerUpdate(status: status, gateways: GatewayUpdate(notices: []))).pauses
    }
}
