import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@Suite("Intake: a worker holds only what it can work on", .timeLimit(.minutes(10)))
struct IntakeTests {
    @Test(
        "a worker whose store does not fit, or is away, gives back what it has not claimed, and another worker sends it",
        arguments: [StoreError.unfit("a newer schema"), .unavailable])
    func another(illness: StoreError) async throws {
        let ill = WorkerBench()
        try await ill.run { _ in
            ill.store.sicken(with: illness)
            ill.store.fail(with: illness)
            let requests = try (0..<20).map { try ill.requests.request(phone: "+49151\(10_000 + $0)") }
            for request in requests { try await ill.queue.publish(request, context: nil) }
            await ill.inbox.pauses.reaches(1)
            let well = WorkerBench(queue: ill.queue)
            try await well.run { _ in await ill.queue.idle() }
            #expect(well.recording.calls.count == 20 && ill.recording.calls.isEmpty)
        }
    }

    @Test("a claim in doubt is not given back while the store is away: its worker sends when the store is back")
    func doubt() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .inDoubt)
            let request = try bench.requests.request()
            try await bench.queue.publish(request, context: nil)
            await bench.store.failedClaims.reaches(1)
            bench.store.sicken(with: .unavailable)
            bench.store.fail(with: .unavailable)
            await bench.inbox.pauses.reaches(1)
            #expect(bench.queue.readyCount == 0)
            bench.store.fail(with: nil)
            bench.store.sicken(with: nil)
            await bench.queue.idle()
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        }
    }
}
