import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: a message that a gateway may have already", .timeLimit(.minutes(10)))
struct WorkerRepeatTests {
    private let exact = RecordingGateway(name: "exact", honorsIdempotencyKeys: true)
    private let other = RecordingGateway(name: "other", honorsIdempotencyKeys: true)

    @Test("goes to that gateway again and to no other, also when another comes first in the route")
    func sameGateway() async throws {
        let bench = WorkerBench(gateway: exact, then: [other])
        try await bench.run { _ in
            let request = try await lost(bench, at: exact)
            bench.routes.away()
            exact.script(.refused(reason: "busy", .forNow))
            await step(bench, .seconds(5))
            #expect((exact.calls.count, other.calls.count) == (2, 0), "no other gateway gets it in the same try")
            await step(bench, .seconds(30))
            #expect(exact.calls.map(\.mayBeDuplicate) == [false, true, true] && other.calls.isEmpty)
            #expect(Set(exact.calls.map(\.id)).count == 1)
            try await expect(bench, request, .accepted, at: "exact")
        }
        let turned = WorkerBench(gateway: other, then: [exact])
        try await turned.run { _ in
            turned.routes.away("other")
            exact.script(.unknown(reason: "lost"))
            let request = try turned.requests.request(phone: "+491510003")
            let before = exact.calls.count
            try await turned.handle(request)
            turned.routes.away()
            await step(turned, .seconds(5))
            #expect(exact.calls.count == before + 2 && other.calls.isEmpty)
            try await expect(turned, request, .accepted, at: "exact")
        }
    }

    @Test("waits in a retry queue while that gateway is away, and stays in doubt")
    func away() async throws {
        let bench = WorkerBench(gateway: exact, then: [other])
        try await bench.run { _ in
            let request = try await lost(bench, at: exact)
            bench.routes.away("exact")
            await step(bench, .seconds(5))
            #expect(exact.calls.count == 1 && other.calls.isEmpty && bench.queue.waitingCount == 1)
            let waiting = try #require(try await bench.report(request).messages.first)
            #expect(waiting.status == .sending && waiting.gateway == "exact" && waiting.mayBeDuplicate)
            bench.routes.away()
            await step(bench, .seconds(30))
            #expect(exact.calls.count == 2 && other.calls.isEmpty)
            try await expect(bench, request, .accepted, at: "exact")
        }
    }

    @Test(
        "whose gateway is not in the settings any more: the app's whenUnknown decides",
        arguments: [(UnknownOutcomePolicy.hold, MessageStatus.unknown, 0), (.resend, .accepted, 1)])
    func gone(_ policy: UnknownOutcomePolicy, status: MessageStatus, calls: Int) async throws {
        let rules = SendingRules(whenUnknown: policy)
        let bench = WorkerBench(gateway: exact)
        let request = try bench.requests.request()
        try await bench.run(rules: rules) { _ in
            exact.script(.unknown(reason: "lost"))
            try await bench.handle(request)
        }
        let next = WorkerBench(gateway: other, sharing: bench)
        try await next.run(rules: rules) { _ in
            await step(next, .seconds(5))
            #expect(other.calls.count == calls && exact.calls.count == 1 && next.queue.waitingCount == 0)
            #expect(other.calls.allSatisfy { $0.mayBeDuplicate })
            let message = try #require(try await next.report(request).messages.first)
            #expect(message.status == status)
        }
    }

    @Test("a worker that stops while such a message waits for a place records it, so that the next worker repeats it")
    func stopped() async throws {
        let bench = WorkerBench(gateway: exact)
        let request = try bench.requests.request()
        try await bench.run { _ in
            exact.script(.unknown(reason: "lost"))
            try await bench.handle(request)
        }
        let stopping = WorkerBench(gateway: other, then: [exact], places: 1, sharing: bench)
        try await stopping.run { stop in
            stopping.store.world.clock.advance(by: .seconds(5))
            stopping.queue.elapse(.seconds(5))
            await stopping.routes.waits.reaches(1)
            await stop()
        }
        #expect(exact.calls.count == 1 && other.calls.isEmpty)
        let message = try #require(try await stopping.report(request).messages.first)
        #expect(message.status == .sending && message.reason == "worker-stopped")
    }

    /// A message whose first call ended in doubt.
    private func lost(_ bench: WorkerBench, at gateway: RecordingGateway) async throws -> VerificationRequest {
        gateway.script(.unknown(reason: "lost"))
        let request = try bench.requests.request()
        try await bench.handle(request)
        #expect(gateway.calls.count == 1 && other.calls.isEmpty && bench.queue.waitingCount == 1)
        return request
    }

    private func step(_ bench: WorkerBench, _ time: Duration) async {
        bench.store.world.clock.advance(by: time)
        bench.queue.elapse(time)
        await bench.queue.idle()
    }

    private func expect(
        _ bench: WorkerBench, _ request: VerificationRequest, _ status: MessageStatus, at gateway: String
    ) async throws {
        let message = try #require(try await bench.report(request).messages.first)
        #expect(message.status == status && message.gateway == gateway)
    }
}
