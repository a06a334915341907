import InMemoryLogging
import Logging
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: what follows from the gateway's answer", .timeLimit(.minutes(10)))
struct WorkerOutcomeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let outcome: SendOutcome
        var policy = UnknownOutcomePolicy.hold
        var isRepeatable = false
        let status: MessageStatus
        let word: String
        var waits = false
        var testDescription: String { "\(outcome), \(policy), repeatable \(isRepeatable)" }
    }

    @Test(
        "each answer has its record, its settlement and its word",
        arguments: [
            Row(outcome: .accepted(id: "x"), status: .accepted, word: "sent"),
            Row(outcome: .accepted(id: nil), status: .accepted, word: "sent"),
            Row(outcome: .refused(reason: "bad", .byEveryGateway), status: .failed, word: "failed"),
            Row(outcome: .refused(reason: "down", .forNow), status: .sending, word: "retrying", waits: true),
            Row(outcome: .throttled(after: nil), status: .sending, word: "retrying", waits: true),
            Row(outcome: .throttled(after: .seconds(30)), status: .sending, word: "retrying", waits: true),
            Row(outcome: .throttled(after: .seconds(100_000)), status: .failed, word: "failed"),
            Row(outcome: .unknown(reason: "lost"), status: .unknown, word: "sent"),
            Row(outcome: .unknown(reason: "lost"), policy: .resend, status: .sending, word: "retrying", waits: true),
            Row(
                outcome: .unknown(reason: "lost"), isRepeatable: true, status: .sending, word: "retrying", waits: true),
        ])
    func table(_ row: Row) async throws {
        let bench = WorkerBench(honorsIdempotencyKeys: row.isRepeatable)
        try await bench.run(rules: SendingRules(whenUnknown: row.policy)) { _ in
            bench.recording.script(row.outcome)
            let request = try bench.requests.request()
            #expect(try await bench.ask(request)?.word == row.word)
            #expect(try await bench.report(request).messages.map(\.status) == [row.status])
            #expect(bench.queue.waitingCount == (row.waits ? 1 : 0) && bench.queue.dead.isEmpty)
            #expect(bench.recording.calls.count == 1)
        }
    }

    @Test("a gateway that is down is tried again with the same message, until it takes it")
    func triedAgain() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.recording.script(.refused(reason: "down", .forNow), .throttled(after: nil))
            let request = try bench.requests.request()
            try await bench.handle(request)
            for step in [5, 30] {
                bench.store.world.clock.advance(by: .seconds(step))
                bench.queue.elapse(.seconds(step))
                await bench.queue.idle()
            }
            #expect(bench.recording.calls.count == 3)
            #expect(Set(bench.recording.calls.map(\.id)).count == 1)
            #expect(Set(bench.recording.calls.map(\.code)).count == 1)
            #expect(bench.recording.calls.map(\.mayBeDuplicate) == [false, false, false])
            let message = try #require(try await bench.report(request).messages.first)
            #expect(message.status == .accepted && message.tries == 3)
        }
    }

    @Test("a gateway that stays down ends in a dead letter after six tries, not in a loop")
    func outOfTries() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.recording.always(.refused(reason: "down", .forNow))
            let request = try bench.requests.request()
            try await bench.handle(request)
            for _ in 0..<20 where bench.queue.waitingCount > 0 {
                bench.store.world.clock.advance(by: .seconds(120))
                bench.queue.elapse(.seconds(120))
                await bench.queue.idle()
            }
            #expect(bench.recording.calls.count <= 6 && bench.queue.waitingCount == 0)
            let report = try await bench.report(request)
            #expect(report.messages.map(\.status) == [.failed])
        }
    }

    @Test("a resend that fails for good is told of the verification, whose code goes on")
    func resendFails() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let first = try bench.requests.request()
            try await bench.handle(first)
            bench.store.world.clock.advance(by: .seconds(60))
            bench.recording.script(.refused(reason: "blocked", .byEveryGateway))
            let second = try bench.requests.request()
            let answer = try #require(try await bench.ask(second))
            let report = try await bench.report(second)
            #expect(answer.sentStatus == .failed && report.id == first.id && report.status == .pending)
            let told = try #require(answer.summary)
            #expect(told.verification == first.id && told.remainingSends == report.remainingSends)
            let now = bench.store.world.clock.now
            #expect(told.resendAfter <= now && report.resendAfter <= now)
        }
    }

    @Test("a worker whose ring lacks the key of a code sends nothing, and one that has it sends that code")
    func keyMissing() async throws {
        var bench = WorkerBench()
        bench.keys = "other:" + String(repeating: "AQEB", count: 10) + "AQE="
        let request = try bench.requests.request()
        let claimed = try await bench.requests.send(request, rules: WorkerBench.rules)
        let down = SendRecord.Outcome.waiting(.seconds(5), reason: "down")
        #expect(try await bench.requests.record(down, of: claimed, request, rules: WorkerBench.rules))
        bench.store.world.clock.advance(by: .seconds(5))
        try await bench.run { _ in
            try await bench.handle(request)
            #expect(bench.recording.calls.isEmpty && bench.queue.dead.isEmpty && bench.queue.waitingCount == 1)
            #expect(try await bench.report(request).status == .pending)
        }
        var cured = WorkerBench(sharing: bench)
        cured.keys = "key:" + String(repeating: "AQEB", count: 10) + "AQE="
        try await cured.run { _ in
            cured.store.world.clock.advance(by: .seconds(30))
            cured.queue.elapse(.seconds(30))
            await cured.queue.idle()
            let recipe = CodeRecipe(keyName: "key", digits: 6)
            #expect(claimed.code == .made(recipe))
            let code = try KeyRing(cured.keys).code(recipe, of: claimed.message.verification)
            #expect(cured.recording.calls.map(\.code) == [code])
            #expect(try await cured.report(request).messages.map(\.status) == [.accepted])
        }
    }

    @Test("with a deadline that allows them all, the sixth try is the last and is dead-lettered with the reason")
    func sixTries() async throws {
        let bench = WorkerBench()
        try await bench.run(rules: SendingRules(codeLife: .seconds(3_600))) { _ in
            bench.recording.always(.refused(reason: "down", .forNow))
            let request = try bench.requests.request(deadline: .seconds(3_600))
            try await bench.handle(request)
            while bench.queue.waitingCount > 0 {
                bench.store.world.clock.advance(by: .seconds(120))
                bench.queue.elapse(.seconds(120))
                await bench.queue.idle()
            }
            #expect(bench.recording.calls.count == 6)
            #expect(bench.queue.dead.map(\.letter) == [DeadLetter(.outOfTries, detail: "down")])
            #expect(try await bench.report(request).status == .failed)
        }
    }

    @Test("a gateway that never answers costs its deadline: the message is unknown, and the worker goes on")
    func deaf() async throws {
        try await withTimeEnough { deadline in
            let gateway = DeafGateway(toFirst: 1)
            defer { gateway.letGo() }
            let bench = WorkerBench(gateway: gateway)
            let (first, second) = (try bench.requests.request(), try bench.requests.request(phone: "+491510002"))
            var next: MessageStatus?
            try await bench.run(settings: WorkerTimes(gatewayDeadline: deadline)) { _ in
                let answer = try await bench.ask(first)
                guard gateway.calls.count == 1 else { return }
                #expect(answer?.sentStatus == .unknown)
                let message = try #require(try await bench.report(first).messages.first)
                #expect(message.status == .unknown && message.reason == "deadline")
                gateway.letGo()
                next = try await bench.ask(second)?.sentStatus
                #expect(try await bench.report(first).messages.map(\.status) == [.unknown])
            }
            return next == .accepted
        }
    }

    @Test("a worker whose lease may end before the gateway's answer claims again, and then calls it, once")
    func leaseTooShort() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.grantNext(lease: WorkerBench.settings.gatewayDeadline - .seconds(1))
            let request = try bench.requests.request()
            #expect(try await bench.ask(request)?.sentStatus == .accepted)
            #expect(bench.recording.calls.count == 1 && bench.queue.waitingCount == 0)
            let message = try #require(try await bench.report(request).messages.first)
            #expect(message.status == .accepted && message.tries == 1 && !message.mayBeDuplicate)
        }
    }

    @Test("a worker that stops while it reads changed settings records its claimed message for the next worker")
    func stoppedWithOldSettings() async throws {
        let (change, bench) = (ChangeAtBadTime(), WorkerBench())
        let request = try bench.requests.request()
        try await bench.run(changes: change) { stop in
            bench.store.grantNext(lease: WorkerBench.settings.gatewayDeadline - .seconds(1))
            bench.store.outdate(afterClaims: 1)
            try await bench.queue.publish(request, context: nil)
            await change.comes()
            await stop()
            await bench.routes.turns.reaches(1)
            change.letGo()
        }
        #expect(bench.recording.calls.isEmpty && bench.store.claims.count == 3)
        #expect(try await bench.report(request).messages.map(\.reason) == ["worker-stopped"])
    }

    @Test("whether a number is still a test number is said by the store's clock, however fast the producer's is")
    func testNumberOfFastProducer() async throws {
        let bench = WorkerBench()
        let now = bench.store.world.clock.now
        let sample = try bench.requests.request()
        let sealed = try KeyRing(bench.keys).seal(code: "246810", of: sample.phone.e164, app: sample.app)
        let test = TestNumber(
            id: sample.id, phone: sample.phone, code: try #require(sealed), expiresAt: now + .seconds(3_600))
        try await bench.run(testNumbers: [test]) { _ in
            let request = VerificationRequest(
                id: sample.id, app: sample.app, phone: sample.phone, requestedAt: now + .seconds(86_400),
                deadline: now + .seconds(90_000))
            let asTest = try await bench.ask(request)?.sentStatus
            #expect(asTest == .accepted && bench.recording.calls.isEmpty)
            bench.store.world.clock.advance(by: .seconds(3_600))
            let later = try bench.requests.request(deadline: .seconds(90_000))
            let asReal = try await bench.ask(later)?.sentStatus
            #expect(asReal == .accepted && bench.recording.calls.count == 1)
        }
    }

    @Test(
        "a test number's scenario says what becomes of its message, and no gateway is called",
        arguments: [
            (nil, MessageStatus.accepted, "sent"), (.undelivered, .accepted, "sent"), (.late, .sending, "retrying"),
            (.gatewayDown, .failed, "failed"),
        ] as [(TestNumber.Scenario?, MessageStatus, String)])
    func scenario(_ scenario: TestNumber.Scenario?, status: MessageStatus, word: String) async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        let sealed = try KeyRing(bench.keys).seal(code: "246810", of: request.phone.e164, app: request.app)
        let test = TestNumber(
            id: request.id, phone: request.phone, code: try #require(sealed), scenario: scenario, expiresAt: nil)
        try await bench.run(testNumbers: [test]) { _ in
            let answer = try await bench.ask(request)
            #expect(answer?.word == word)
            #expect(try await bench.report(request).messages.map(\.status) == [status])
            bench.store.world.clock.advance(by: .seconds(5))
            bench.queue.elapse(.seconds(5))
            await bench.queue.idle()
            let atLast = status == .sending ? .accepted : status
            #expect(try await bench.report(request).messages.map(\.status) == [atLast])
            #expect(bench.recording.calls.isEmpty && bench.routes.taken == 0)
            #expect(bench.receipts.publishedReceipts.count == (scenario == .undelivered ? 1 : 0))
        }
    }

    @Test("a test number that is switched off gets a real SMS, with a code of its own")
    func switchedOff() async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        let sealed = try KeyRing(bench.keys).seal(code: "246810", of: request.phone.e164, app: request.app)
        let test = TestNumber(
            id: request.id, phone: request.phone, code: try #require(sealed), scenario: .gatewayDown, expiresAt: nil)
        try await bench.run(rules: SendingRules(takesTestNumbers: false), testNumbers: [test]) { _ in
            let status = try await bench.ask(request)?.sentStatus
            let calls = bench.recording.calls
            #expect(status == .accepted && calls.map(\.phone) == [request.phone] && calls.first?.code != "246810")
        }
    }

    @Test("that a test number's message did not arrive is told by a receipt, which is queued before it is accepted")
    func undelivered() async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        let sealed = try KeyRing(bench.keys).seal(code: "246810", of: request.phone.e164, app: request.app)
        let test = TestNumber(
            id: request.id, phone: request.phone, code: try #require(sealed), scenario: .undelivered, expiresAt: nil)
        try await bench.run(testNumbers: [test]) { _ in
            bench.receipts.failPublishes(with: .unavailable)
            #expect(try await bench.ask(request)?.word == "retrying")
            let waiting = try #require(try await bench.report(request).messages.first)
            #expect(waiting.status == .sending && waiting.reason == "queue-unavailable")
            bench.receipts.failPublishes(with: nil)
            bench.store.world.clock.advance(by: .seconds(5))
            bench.queue.elapse(.seconds(5))
            await bench.queue.idle()
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        }
        let id = MessageID(verification: request.id, ordinal: 1).description
        let receipt = DeliveryReceipt(gatewayID: id, status: .undelivered, reason: "test-number")
        #expect(bench.receipts.publishedReceipts == [GatewayReceipt(gateway: "test-number", receipt: receipt)])
    }

    @Test("the place at the gateway is free as soon as the gateway has answered, also while the database is away")
    func placeIsFree() async throws {
        let bench = WorkerBench(places: 1)
        try await bench.run { _ in
            bench.recording.hold()
            try await bench.queue.publish(try bench.requests.request(), context: nil)
            await bench.recording.calls(atLeast: 1)
            let before = bench.store.examinations.count
            bench.store.loseAnswers(ofRecords: 1)
            bench.store.sicken(with: .unavailable)
            bench.recording.release()
            await bench.store.examinations.reaches(before + 1)
            #expect(bench.routes.released == 1)
            bench.store.sicken(with: nil)
            await bench.queue.idle()
        }
    }

    @Test("the gateway gets the trace context that came with the request")
    func traceContext() async throws {
        let bench = WorkerBench()
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let context = try #require(TraceContext(traceparent: text))
        try await bench.run { _ in
            try await bench.queue.publish(try bench.requests.request(), context: context)
            await bench.queue.idle()
            #expect(bench.recording.calls.map(\.traceContext) == [context])
        }
    }

    @Test("the gateway gets the app, the address and the metadata of the request that it sends for")
    func origin() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let request = try bench.requests.request(clientIP: "203.0.113.7", metadata: ["cart": "7"])
            try await bench.queue.publish(request, context: nil)
            await bench.queue.idle()
            let origin = MessageOrigin(app: "demo", clientAddress: "203.0.113.7", metadata: ["cart": "7"])
            #expect(bench.recording.calls.map(\.origin) == [origin])
        }
    }

    @Test("a handled request has a line in the log of busy people: its verification and its trace, but no phone")
    func handledLine() async throws {
        let bench = WorkerBench()
        var log = InMemoryLogHandler()
        log.logLevel = .debug
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
        let request = try bench.requests.request()
        try await bench.run(log: log) { _ in
            try await bench.queue.publish(request, context: TraceContext(traceparent: text))
            await bench.queue.idle()
        }
        let line = try #require(log.entries.first { $0.message == "handled" })
        #expect(line.level == .debug && line.metadata["outcome"] == "sent")
        #expect(line.metadata["verification"]?.description == "\(request.id)")
        #expect(line.metadata["trace_id"] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(line.metadata["span_id"] == "00f067aa0ba902b7")
        #expect(!"\(log.entries)".contains(request.phone.e164.dropFirst()))
    }

    @Test("a worker that lost its message to another lets that one's record decide")
    func lostMessage() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.recording.hold()
            let request = try bench.requests.request()
            try await bench.queue.publish(request, context: nil)
            await bench.recording.calls(atLeast: 1)
            bench.store.world.clock.advance(by: WorkerBench.settings.lease)
            #expect(try await bench.requests.claim(request, rules: WorkerBench.rules) == .known)
            bench.recording.release()
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 1)
            bench.queue.elapse(.seconds(120))
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 0 && bench.recording.calls.count == 1 && bench.queue.dead.isEmpty)
            #expect(try await bench.report(request).messages.map(\.status) == [.unknown])
        }
    }
}

/// A change of the settings that the worker knows only when the test lets it.
private final class ChangeAtBadTime: ChangeKnowledge {
    private let (came, come) = AsyncStream<Void>.makeStream()
    private let (freed, free) = AsyncStream<Void>.makeStream()

    /// Waits until the worker asks for it.
    func comes() async {
        for await _ in came { break }
    }

    func letGo() { free.yield() }

    func number(of subject: ChangeSubject) -> Int64? { nil }

    func basis(for app: AppID) -> ClaimBasis { .none }

    func catchUp() async {
        come.yield()
        for await _ in freed { break }
    }
}
