import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: how each request leaves", .timeLimit(.minutes(10)))
struct WorkerVerdictTests {
    @Test("a request is sent once, in the user's language, recorded, acknowledged and answered")
    func happyPath() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let request = try bench.requests.request(metadata: ["order": "7"])
            let answer = try await bench.ask(request)
            #expect(answer?.sentStatus == .accepted && answer?.language == "de")
            #expect(answer?.summary?.verification == request.id && answer?.summary?.remainingSends == 4)
            let message = try #require(bench.recording.calls.first)
            #expect(bench.recording.calls.count == 1 && message.phone == request.phone)
            #expect(message.id == MessageID(verification: request.id, ordinal: 1) && !message.mayBeDuplicate)
            #expect(message.text.text.contains(message.code) && message.text.text.contains("Demo"))
            #expect(message.validFor == .seconds(600))
            #expect(try KeyRing(bench.keys).code(CodeRecipe(keyName: "k", digits: 6), of: request.id) == message.code)
            let report = try await bench.report(request)
            #expect(report.status == .pending && report.messages.map(\.status) == [.accepted])
            #expect(report.messages.first?.gatewayID == "recording-1")
            #expect(bench.queue.dead.isEmpty && bench.queue.waitingCount == 0)
        }
    }

    @Test("a request that joins, is limited, refused or late is acknowledged with the word for it, and not sent")
    func otherVerdicts() async throws {
        let bench = WorkerBench()
        let rules = SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(600))])
        try await bench.run(rules: rules) { _ in
            let first = try bench.requests.request()
            _ = try await bench.ask(first)
            let joined = try await bench.ask(try bench.requests.request())
            #expect(joined?.word == "duplicate" && joined?.summary?.verification == first.id)

            _ = try await bench.requests.cancel(first)
            let limited = try await bench.ask(try bench.requests.request())
            #expect(limited?.limit?.limit == .sendsPerPhone && limited?.limit?.retryAfter == .seconds(610))

            let costly = try bench.requests.request(phone: "+19005550100")
            #expect(try await bench.ask(costly) == .refused(.kindNotAllowed))
            let late = try bench.requests.request(phone: "+491510002", deadline: .zero)
            #expect(try await bench.ask(late) == .expired)
            #expect(bench.recording.calls.count == 1 && bench.queue.waitingCount == 0 && bench.queue.dead.isEmpty)
        }
    }

    @Test("a request that another worker holds waits in a retry queue, and is settled when its outcome is on record")
    func leased() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let request = try bench.requests.request()
            let order = try await bench.requests.send(request, rules: WorkerBench.rules)
            try await bench.handle(request)
            #expect(bench.queue.waitingCount == 1)
            #expect(try await bench.requests.record(.accepted(gatewayID: nil), of: order, request))
            bench.queue.elapse(.seconds(120))
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 0 && bench.recording.calls.isEmpty && bench.queue.dead.isEmpty)
        }
    }

    @Test("a request whose worker died is not sent again by itself once its lease is over")
    func workerDied() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let request = try bench.requests.request()
            _ = try await bench.requests.send(request, rules: WorkerBench.rules)
            bench.store.world.clock.advance(by: .seconds(60))
            try await bench.handle(request)
            #expect(try await bench.report(request).messages.map(\.status) == [.unknown])
            #expect(bench.recording.calls.isEmpty && bench.queue.waitingCount == 0)
        }
    }

    @Test("what is no request is dead-lettered at first sight, with the reason, and the next one is handled")
    func strangers() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            let type = RequestCodec.messageType
            bench.queue.put([0xFF, 0xFE], type: type, contentType: nil)
            bench.queue.put(Array("{}".utf8), type: "other", contentType: nil)
            bench.queue.put(Array(#"{"app":7}"#.utf8), type: type, contentType: nil)
            bench.queue.put([UInt8](repeating: 0x20, count: RequestCodec.largestBody + 1), type: type, contentType: nil)
            try await bench.handle(try bench.requests.request(app: "nobody"))
            #expect(
                Set(bench.queue.dead.map(\.letter.reason))
                    == [.notJSON, .unknownType, .invalidMember, .tooLarge, .unknownApp])
            #expect(bench.queue.dead.count == 5 && bench.routes.taken == 0)
            #expect(try await bench.ask(try bench.requests.request()) != nil)
        }
    }

    @Test("a question that the store can never answer puts its request aside, and only that one")
    func broken() async throws {
        let bench = WorkerBench()
        try await bench.run { _ in
            bench.store.fail(with: .broken("row unreadable"))
            try await bench.handle(try bench.requests.request())
            #expect(bench.queue.dead.map(\.letter) == [DeadLetter(.internalError, detail: "row unreadable")])
            bench.store.fail(with: nil)
            #expect(try await bench.ask(try bench.requests.request()) != nil)
            #expect(bench.recording.calls.count == 1)
        }
    }

    @Test("a thousand requests for one phone at once are one SMS")
    func thousand() async throws {
        let bench = WorkerBench()
        let requests = try (0..<1_000).map { _ in try bench.requests.request() }
        try await bench.run { _ in
            try await withThrowingTaskGroup { group in
                for request in requests { group.addTask { try await bench.queue.publish(request, context: nil) } }
                try await group.waitForAll()
            }
            await bench.queue.idle()
            #expect(bench.recording.calls.count == 1 && bench.queue.dead.isEmpty && bench.queue.waitingCount == 0)
            #expect(bench.routes.taken == 1_000)
            let live = try #require(bench.recording.calls.first?.id.verification)
            for request in [requests[0], requests[500], requests[999]] {
                #expect(try await bench.report(request).id == live)
            }
        }
    }

    @Test("a request delivered to a thousand hands at once is one SMS, and none of its deliveries is lost")
    func sameRequest() async throws {
        let bench = WorkerBench()
        let request = try bench.requests.request()
        try await bench.run { _ in
            for _ in 0..<1_000 { try await bench.queue.publish(request, context: nil) }
            await bench.queue.idle()
            while bench.queue.waitingCount > 0 {
                bench.queue.elapse(.seconds(120))
                await bench.queue.idle()
            }
            #expect(bench.recording.calls.count == 1 && bench.queue.dead.isEmpty)
        }
    }
}
