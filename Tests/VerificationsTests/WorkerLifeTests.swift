import GatewayConformance
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: trouble", .timeLimit(.minutes(10)))
struct WorkerLifeTests {
    @Test("with the database away requests wait, one task asks for it, and all go on when it is back")
    func databaseAway() async throws {
        let bench = WorkerBench()
        bench.store.world.away = [.verifications]
        try await bench.run { _ in
            let requests = try (0..<50).map { try bench.requests.request(phone: "+49151\(10_000 + $0)") }
            for request in requests { try await bench.queue.publish(request, context: nil) }
            await bench.store.examinations.reaches(bench.store.examinations.count + 3)
            #expect(bench.recording.calls.isEmpty && bench.queue.dead.isEmpty && bench.queue.waitingCount == 0)

            bench.store.world.away = []
            await bench.queue.idle()
            #expect(bench.recording.calls.count == 50)
            #expect(bench.queue.dead.isEmpty && bench.queue.waitingCount == 0)
            #expect(bench.store.mostExaminationsAtOnce == 1)
        }
    }

    @Test("an outcome that cannot be recorded now is recorded when the database is back, without another send")
    func databaseLostBeforeRecord() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.recording.hold()
            let request = try bench.requests.request()
            try await bench.queue.publish(request, context: nil)
            await bench.recording.calls(atLeast: 1)
            bench.store.world.away = [.verifications]
            let examined = bench.store.examinations.count
            bench.recording.release()
            await bench.store.examinations.reaches(examined + 2)
            bench.store.world.away = []
            await bench.queue.idle()
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
            #expect(bench.recording.calls.count == 1)
        }
    }

    @Test("the time that the database was away does not shorten the lease")
    func leaseAfterOutage() async throws {
        // A claim may take half a deadline before its lease is too short; the outage lasts longer.
        try await withTimeEnough { deadline in
            let bench = WorkerBench()
            try await bench.run(settings: WorkerTimes(gatewayDeadline: deadline, storeProbe: deadline / 4)) { _ in
                // It finds the store well.
                _ = try await bench.ask(try bench.requests.request(phone: "+4915100001"))
                let examined = bench.store.examinations.count
                bench.store.world.away = [.verifications]
                try await bench.queue.publish(try bench.requests.request(phone: "+4915100002"), context: nil)
                await bench.store.examinations.reaches(examined + 3)
                bench.store.world.away = []
                await bench.queue.idle()
            }
            return bench.recording.calls.count == 2 && bench.queue.waitingCount == 0
        }
    }
}

@Suite("Worker: calls of gateways", .timeLimit(.minutes(10)))
struct GatewayCallsTests {
    @Test("the gateway's answer is the outcome, and a sweep disturbs no call that is in time")
    func answered() async throws {
        let calls = GatewayCalls()
        let gateway = RecordingGateway()
        gateway.hold()
        let message = OutgoingMessage.sample(1)
        async let outcome = calls.send(message, through: gateway, within: .seconds(600))
        await gateway.calls(atLeast: 1)
        calls.sweep()
        calls.sweep(at: .now + .seconds(300))
        gateway.release()
        #expect(await outcome == .accepted(id: "recording-1"))
        calls.sweep(at: .now + .seconds(1_200))
    }

    @Test("an overdue call is unknown and cancelled, a later one goes on, and a late answer changes nothing")
    func overdue() async throws {
        let calls = GatewayCalls()
        let gateway = DeafGateway(toFirst: 2)
        let message = OutgoingMessage.sample(1)
        async let first = calls.send(message, through: gateway, within: .seconds(60))
        await gateway.calls.reaches(1)
        let between = ContinuousClock.now
        async let second = calls.send(message, through: gateway, within: .seconds(60))
        await gateway.calls.reaches(2)
        calls.sweep(at: between + .seconds(60))
        #expect(await first == .unknown(reason: "deadline"))
        gateway.letGo()
        #expect(await second == .accepted(id: "late"))
    }

    @Test("after the end running calls are unknown, and new ones are not made")
    func closed() async throws {
        let calls = GatewayCalls()
        let gateway = DeafGateway(toFirst: 1)
        defer { gateway.letGo() }
        let message = OutgoingMessage.sample(1)
        async let outcome = calls.send(message, through: gateway, within: .seconds(60))
        await gateway.calls.reaches(1)
        calls.close()
        calls.close()
        #expect(await outcome == .unknown(reason: "worker-stopped"))
        let next = await calls.send(message, through: gateway, within: .seconds(60))
        #expect(next == .refused(reason: "worker-stopped", .forNow))
        #expect(gateway.calls.count == 1)
    }
}
