import InMemoryLogging
import Logging
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: the end", .timeLimit(.minutes(10)))
struct WorkerDrainTests {
    /// Never over in these tests.
    private static let patient = WorkerTimes(
        gatewayDeadline: .seconds(60), drainDeadline: .seconds(3_600), storeProbe: .milliseconds(1))

    @Test("a stopping worker takes nothing new, finishes what it has, and returns")
    func drains() async throws {
        let bench = WorkerBench()
        let requests = try (0..<3).map { try bench.requests.request(phone: "+49151000\($0)") }
        let after = try bench.requests.request(phone: "+491510009")
        try await bench.run { stop in
            bench.recording.hold()
            for request in requests { try await bench.queue.publish(request, context: nil) }
            await bench.recording.calls(atLeast: 3)
            await stop()
            await bench.inbox.stopped.reaches(1)
            try await bench.queue.publish(after, context: nil)
            bench.recording.release()
        }
        for request in requests { #expect(try await bench.report(request).messages.map(\.status) == [.accepted]) }
        #expect(bench.queue.readyCount == 1 && bench.recording.calls.count == 3)
        #expect(try await bench.requests.find(after) == .missing(.unknown))
        bench.inbox.crash()
        #expect(bench.queue.readyCount == 1)
    }

    @Test("a gateway that never answers does not keep a stopping worker: the message is recorded as unknown")
    func drainDeadline() async throws {
        let gateway = DeafGateway(toFirst: 1)
        defer { gateway.letGo() }
        let bench = WorkerBench(gateway: gateway)
        let request = try bench.requests.request()
        let settings = WorkerTimes(gatewayDeadline: .seconds(600), drainDeadline: .milliseconds(50))
        try await bench.run(settings: settings) { _ in
            try await bench.queue.publish(request, context: nil)
            await gateway.calls.reaches(1)
        }
        let message = try #require(try await bench.report(request).messages.first)
        #expect(message.status == .unknown && message.reason == "worker-stopped")
    }

    @Test("what waits for a place at the gateway is another worker's at once, while calls under way go on")
    func pacedBacklog() async throws {
        let bench = WorkerBench(places: 2)
        let requests = try bench.twenty()
        try await bench.run(settings: Self.patient) { stop in
            bench.recording.hold()
            for request in requests { try await bench.queue.publish(request, context: nil) }
            await bench.recording.calls(atLeast: 2)
            await bench.routes.waits.reaches(18)
            await stop()
            let other = bench.queue.openInbox(prefetch: 1_000)
            var others = DeliveryReader(other)
            for _ in 1...18 {
                let next = await others.next()
                try #require(next != nil)
            }
            #expect(bench.recording.calls.count == 2 && bench.store.claims.count == 2)
            bench.recording.release()
        }
        #expect(bench.recording.calls.count == 2 && bench.store.claims.count == 2)
        let called = requests.filter { request in bench.recording.calls.contains { $0.phone == request.phone } }
        for request in called { #expect(try await bench.report(request).messages.map(\.status) == [.accepted]) }
    }

    @Test("what waits for the database is another worker's at once")
    func withoutDatabase() async throws {
        let bench = WorkerBench()
        bench.store.world.away = [.verifications]
        let requests = try bench.twenty()
        try await bench.run(settings: Self.patient) { _ in
            for request in requests { try await bench.queue.publish(request, context: nil) }
            await bench.store.examinations.reaches(2)
        }
        #expect(bench.queue.readyCount == 20 && bench.queue.dead.isEmpty)
    }

    @Test("an outcome that waits for the database is recorded when it is back, and its requests are acknowledged")
    func databaseAwayWhileStopping() async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        try await bench.run(settings: Self.patient) { stop in
            bench.recording.hold()
            try await bench.queue.publish(request, context: nil)
            await bench.recording.calls(atLeast: 1)
            bench.store.world.away = [.verifications]
            bench.recording.release()
            await bench.store.examinations.reaches(2)
            await stop()
            await bench.inbox.stopped.reaches(1)
            await bench.store.examinations.reaches(bench.store.examinations.count + 2)
            bench.store.world.away = []
        }
        #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        bench.inbox.crash()
        #expect(bench.queue.readyCount == 0 && bench.recording.calls.count == 1)
    }

    @Test(
        "a database that stays away keeps an outcome no longer than the drain may take: the broker gets its request back"
    )
    func outcomeWithoutDatabase() async throws {
        let bench = WorkerBench()
        let settings = WorkerTimes(
            gatewayDeadline: .seconds(60), drainDeadline: .milliseconds(50), storeProbe: .milliseconds(5))
        let log = InMemoryLogHandler()
        let request = try bench.requests.request()
        try await bench.run(settings: settings, log: log) { _ in
            bench.recording.hold()
            try await bench.queue.publish(request, context: nil)
            await bench.recording.calls(atLeast: 1)
            bench.store.world.away = [.verifications]
            bench.recording.release()
            await bench.store.examinations.reaches(2)
        }
        #expect(bench.queue.readyCount == 1 && bench.queue.dead.isEmpty)
        let told = log.entries.filter { $0.level == .error }
        #expect(told.map(\.message) == ["an outcome cannot be recorded"])
        #expect(told.first?.metadata["verification"] == "\(request.id)")
    }

    @Test("a lock that outlasts the drain keeps no outcome: the broker gets its request back, and one line tells of it")
    func outcomeBehindLock() async throws {
        let bench = WorkerBench()
        let settings = WorkerTimes(
            gatewayDeadline: .seconds(60), drainDeadline: .milliseconds(50), storeProbe: .milliseconds(5))
        let log = InMemoryLogHandler()
        bench.store.lockRecords()
        try await bench.run(settings: settings, log: log) { _ in
            try await bench.queue.publish(try bench.requests.request(), context: nil)
            await bench.store.lockedRecords.reaches(2)
        }
        #expect(bench.queue.readyCount == 1 && bench.queue.waitingCount == 0 && bench.queue.dead.isEmpty)
        let told = log.entries.filter { $0.level == .error }
        #expect(told.map(\.message) == ["an outcome cannot be recorded"])
        #expect(told.first?.metadata["error"] == "the worker stops before the database answers")
    }
}

extension WorkerBench {
    fileprivate func twenty() throws -> [VerificationRequest] {
        try (0..<20).map { try requests.request(phone: "+49151\(10_000 + $0)") }
    }
}
