import InMemoryLogging
import Logging
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: a store that does not fit, or not everywhere", .timeLimit(.minutes(10)))
struct StoreGateTests {
    @Test("a store that does not fit costs no request: all wait, and are sent when it is mended")
    func unfit() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            #expect(try await bench.ask(try bench.requests.request())?.sentStatus == .accepted)
            let illness = StoreError.unfit("run `verifyd migrate`")
            bench.store.sicken(with: illness)
            bench.store.fail(with: illness)
            let requests = try (0..<50).map { try bench.requests.request(phone: "+49151\(10_000 + $0)") }
            for request in requests { try await bench.queue.publish(request, context: nil) }
            await bench.store.failedClaims.reaches(1)
            await bench.store.examinations.reaches(bench.store.examinations.count + 3)
            #expect(bench.queue.dead.isEmpty && bench.queue.waitingCount == 0 && bench.recording.calls.count == 1)

            bench.store.fail(with: nil)
            bench.store.sicken(with: nil)
            await bench.queue.idle()
            #expect(bench.recording.calls.count == 51 && bench.queue.dead.isEmpty)
        }
    }

    @Test("the gate is closed until the store has shown that it fits, says why, and says so once")
    func words() async throws {
        let store = WatchedStore()
        store.sicken(with: .unfit("the schema is older"))
        let log = InMemoryLogHandler()
        let gate = StoreGate(
            examine: store.examine, probe: .milliseconds(1), logger: Logger(label: "test", factory: { _ in log }))
        #expect(gate.condition == .starting && gate.isClosed)
        let waiting = (0..<10).map { _ in Task { try await gate.opened() } }
        await store.examinations.reaches(5)
        #expect(gate.condition == .unfit("the schema is older"))
        #expect(store.mostExaminationsAtOnce == 1)
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        await store.examinations.reaches(store.examinations.count + 3)
        store.sicken(with: nil)
        for task in waiting.dropFirst() { try await task.value }
        #expect(gate.condition == .open)
        #expect(log.entries.map(\.level) == [.error, .notice])
        #expect(log.entries.first?.metadata["error"] == "the schema is older")
    }

    @Test("a store that stops to fit is found out although nobody asks it anything, and so is its mending")
    func watched() async throws {
        let store = WatchedStore()
        let gate = StoreGate(
            examine: store.examine, probe: .milliseconds(1), examinesEvery: .milliseconds(1),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let keeping = Task { await gate.keep() }
        await store.examinations.reaches(3)
        #expect(gate.condition == .open)
        store.sicken(with: .unfit("a newer schema"))
        await store.examinations.reaches(store.examinations.count + 3)
        #expect(gate.isUnfit)
        store.sicken(with: nil)
        await store.examinations.reaches(store.examinations.count + 3)
        #expect(gate.condition == .open)
        store.sicken(with: .unavailable)
        await store.examinations.reaches(store.examinations.count + 3)
        #expect(gate.condition == .away && gate.refusal == .unavailable)
        store.sicken(with: nil)
        await store.examinations.reaches(store.examinations.count + 3)
        #expect(gate.condition == .open && gate.refusal == nil)
        keeping.cancel()
        await keeping.value
    }

    @Test("a phone that somebody has locked waits in a retry queue, without a try, while strangers are sent")
    func locked() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .locked, for: "+4915100001")
            let request = try bench.requests.request(phone: "+4915100001")
            try await bench.handle(request)
            #expect(bench.queue.waitingCount == 1 && bench.queue.dead.isEmpty)
            #expect(try await bench.ask(try bench.requests.request(phone: "+4915100002"))?.sentStatus == .accepted)

            bench.store.fail(with: nil)
            bench.queue.elapse(.seconds(10))
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 0)
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        }
    }

    @Test(
        "a claim that may be saved is not given away for a lock or an outage: its own worker asks on, and sends",
        arguments: [StoreError.locked, .busy, .unavailable, .unreadable("a page"), .inDoubt])
    func inDoubt(then next: StoreError) async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .inDoubt)
            let request = try bench.requests.request()
            try await bench.queue.publish(request, context: nil)
            await bench.store.failedClaims.reaches(1)
            bench.store.fail(with: next)
            await bench.store.failedClaims.reaches(bench.store.failedClaims.count + 3)
            #expect(bench.queue.waitingCount == 0)

            bench.store.fail(with: nil)
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 0)
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        }
    }

    @Test("a claim in doubt stays with its worker also when the worker stops, and is sent")
    func inDoubtAtTheEnd() async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        try await bench.run { stop in
            bench.store.fail(with: .inDoubt)
            try await bench.queue.publish(request, context: nil)
            await bench.store.failedClaims.reaches(1)
            await stop()
            await bench.inbox.stopped.reaches(1)
            await bench.store.failedClaims.reaches(bench.store.failedClaims.count + 2)
            #expect(bench.recording.calls.isEmpty)
            bench.store.fail(with: nil)
        }
        #expect(bench.recording.calls.count == 1)
        #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
    }

    @Test("a busy row closes no gate: the request is asked for again, and only after a while put off")
    func busy() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .busy, for: "+4915100001")
            try await bench.queue.publish(try bench.requests.request(phone: "+4915100001"), context: nil)
            await bench.store.failedClaims.reaches(3)
            #expect(bench.queue.waitingCount == 0 && bench.store.examinations.count <= 1)
            #expect(try await bench.ask(try bench.requests.request(phone: "+4915100002"))?.sentStatus == .accepted)
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 1 && bench.queue.dead.isEmpty)
        }
    }

    @Test("what cannot be read for one request alone waits until its deadline, and is dead-lettered then")
    func unreadable() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .unreadable("a damaged page: `reindex`"), for: "+4915100001")
            try await bench.handle(try bench.requests.request(phone: "+4915100001"))
            #expect(bench.queue.waitingCount == 1 && bench.queue.dead.isEmpty)
            #expect(try await bench.ask(try bench.requests.request(phone: "+4915100002"))?.sentStatus == .accepted)

            bench.store.world.clock.advance(by: .seconds(3_600))
            bench.queue.elapse(.seconds(10))
            await bench.queue.idle()
            #expect(
                bench.queue.dead.map(\.letter)
                    == [DeadLetter(.internalError, detail: "a damaged page: `reindex`")])
        }
    }

    @Test("a record whose answer got lost counts: who waits gets the word, and who is out of tries is dead-lettered")
    func recordInDoubt() async throws {
        let bench = WorkerBench()
        try await bench.run(rules: SendingRules(codeLife: .seconds(3_600))) { _ in
            bench.store.loseAnswers(ofRecords: 1)
            #expect(try await bench.ask(try bench.requests.request())?.sentStatus == .accepted)
            #expect(bench.recording.calls.count == 1 && bench.queue.waitingCount == 0)

            bench.recording.always(.refused(reason: "down", .forNow))
            bench.store.loseAnswers(ofRecords: 1)
            try await bench.handle(try bench.requests.request(phone: "+4915100002", deadline: .seconds(3_600)))
            while bench.queue.waitingCount > 0 {
                bench.store.loseAnswers(ofRecords: 1)
                bench.store.world.clock.advance(by: .seconds(120))
                bench.queue.elapse(.seconds(120))
                await bench.queue.idle()
            }
            #expect(bench.recording.calls.count == 7)
            #expect(bench.queue.dead.map(\.letter) == [DeadLetter(.outOfTries, detail: "down")])
        }
    }
}
