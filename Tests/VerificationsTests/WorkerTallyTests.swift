import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: what it counts", .timeLimit(.minutes(10)))
struct WorkerTallyTests {
    @Test("each request counts with its verdict, its wait and its calls, in its region and for its app")
    func verdicts() async throws {
        let gateway = RecordingGateway(reportsDelivery: true)
        let bench = WorkerBench(gateway: gateway)
        let rules = SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(600))])
        try await bench.run(rules: rules) { _ in
            let first = try bench.requests.request()
            // The provider is faster than the worker's record.
            try await bench.store.world.noteAll([Self.receipt("recording-1")])
            _ = try await bench.ask(first)
            _ = try await bench.ask(try bench.requests.request())
            _ = try await bench.requests.cancel(first)
            _ = try await bench.ask(try bench.requests.request())
            _ = try await bench.ask(try bench.requests.request(phone: "+19005550100"))
            _ = try await bench.ask(try bench.requests.request(phone: "+491510002", deadline: .zero))
        }
        let counted = bench.counted
        // How long the call took depends on the machine.
        #expect(counted.filter { $0.key.hasPrefix("call-time recording ") }.map(\.value) == [1])
        #expect(
            counted.filter { !$0.key.hasPrefix("call-time") } == [
                "accepted DE recording": 1, "awaited DE recording": 1, "call-accepted DE recording": 1,
                "delivered DE recording": 1, "duplicate DE": 1, "late DE": 1, "limited DE sends-per-phone": 1,
                "refused US kind-not-allowed": 1, "sent DE": 1, "wait 0.005": 5,
            ])
    }

    @Test("a message that is tried again has one verdict and several calls; one that never leaves has failed")
    func tries() async throws {
        let gateway = RecordingGateway()
        let bench = WorkerBench(gateway: gateway)
        gateway.script(
            .refused(reason: "busy", .forNow), .throttled(after: nil), .accepted(id: nil),
            .refused(reason: "Not a word", .byEveryGateway), .unknown(reason: "silent"))
        try await bench.run { _ in
            try await bench.handle(try bench.requests.request())
            for _ in 1...2 {
                bench.store.world.clock.advance(by: .seconds(120))
                bench.queue.elapse(.seconds(120))
                await bench.queue.idle()
            }
            for phone in ["+491510002", "+491510003"] {
                _ = try await bench.ask(try bench.requests.request(phone: phone))
            }
        }
        let counted = bench.counted.filter { !$0.key.hasPrefix("call-time") && !$0.key.hasPrefix("wait") }
        #expect(
            counted == [
                "accepted DE recording": 1, "call-accepted DE recording": 1, "call-refused DE recording busy": 1,
                "call-refused DE recording other": 1, "call-throttled DE recording": 1,
                "call-unknown DE recording silent": 1, "failed DE recording other": 1, "sent DE": 3,
            ])
    }

    @Test("a second message of a verification is told from the first")
    func again() async throws {
        let bench = WorkerBench()
        try await bench.run(rules: SendingRules(resendAfter: .zero, sendsPerPhone: [])) { _ in
            for _ in 1...2 { _ = try await bench.ask(try bench.requests.request()) }
        }
        let counted = bench.counted
        #expect(counted["sent DE"] == 1 && counted["resent DE"] == 1)
        #expect(counted["accepted DE recording"] == 1 && counted["accepted DE recording again"] == 1)
    }

    @Test("a test number is in no count")
    func testNumber() async throws {
        let bench = WorkerBench()
        let number = try bench.requests.testNumber(scenario: .undelivered)
        try await bench.run(testNumbers: [number]) { _ in
            _ = try await bench.ask(try bench.requests.request(phone: "+491510009"))
        }
        #expect(bench.counted == [:])
    }

    @Test("a delivery counts when its receipt is saved, and once")
    func receipts() async throws {
        let bench = ReceiptBench()
        let place = ReceiptPlace(app: try #require(AppID("demo")), region: "DE")
        let message = MessageID(
            verification: try StoreBench(workers: [], now: bench.health.world.clock.now).request().id, ordinal: 1)
        bench.store.changes(
            to: [
                DeliveryChange(
                    message: message, gateway: "main", delivery: .undelivered(reason: "absent"), place: place)
            ])
        try await bench.run { _ in
            try await bench.queue.publish([Self.receipt("a")])
            await bench.queue.idle()
        }
        let counted = bench.tallies.take()
        #expect(counted.map(\.key.kind) == [.undelivered] && counted.map(\.key.reason) == ["absent"])
    }

    private static func receipt(_ id: String) -> GatewayReceipt {
        GatewayReceipt(gateway: "recording", receipt: DeliveryReceipt(gatewayID: id, status: .delivered))
    }
}

extension WorkerBench {
    /// What the worker has counted since the last look, by kind, region, gateway and reason.
    fileprivate var counted: [String: Int] {
        var counted: [String: Int] = [:]
        for tally in tallies.take() {
            let words = [tally.key.kind.rawValue, tally.key.region, tally.key.gateway, tally.key.reason]
            counted[words.filter { !$0.isEmpty }.joined(separator: " "), default: 0] += tally.count
        }
        return counted
    }
}
