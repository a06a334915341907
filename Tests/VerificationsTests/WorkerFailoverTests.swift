import GatewayConformance
import Gateways
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@Suite("Worker: several gateways for a message", .timeLimit(.minutes(10)))
struct WorkerFailoverTests {
    private let other = RecordingGateway(name: "other")

    struct Row: Sendable, CustomTestStringConvertible {
        let first: SendOutcome
        var second: SendOutcome?
        let status: MessageStatus
        let gateway: String
        var calls = (1, 1)
        var waits = false
        var testDescription: String { "\(first), then \(second.map { "\($0)" } ?? "nothing")" }
    }

    @Test(
        "a message that definitely did not leave goes to the next gateway at once, and every other message does not",
        arguments: [
            Row(
                first: .refused(reason: "down", .forNow), second: .accepted(id: "x"), status: .accepted,
                gateway: "other"),
            Row(
                first: .refused(reason: "no-credit", .byThisGateway), second: .accepted(id: "x"), status: .accepted,
                gateway: "other"),
            Row(first: .repliedStop, second: .accepted(id: "x"), status: .accepted, gateway: "other"),
            Row(
                first: .throttled(after: .seconds(600)), second: .accepted(id: "x"), status: .accepted, gateway: "other"
            ),
            Row(first: .throttled(after: nil), second: .unknown(reason: "lost"), status: .unknown, gateway: "other"),
            Row(
                first: .refused(reason: "down", .forNow), second: .refused(reason: "bad", .byEveryGateway),
                status: .failed, gateway: "other"),
            Row(
                first: .refused(reason: "a", .byThisGateway), second: .refused(reason: "b", .byThisGateway),
                status: .failed, gateway: "other"),
            Row(
                first: .refused(reason: "a", .byThisGateway), second: .throttled(after: .seconds(7)), status: .sending,
                gateway: "other", waits: true),
            Row(
                first: .refused(reason: "bad", .byEveryGateway), status: .failed, gateway: "recording", calls: (1, 0)),
            Row(first: .unknown(reason: "lost"), status: .unknown, gateway: "recording", calls: (1, 0)),
            Row(first: .accepted(id: "x"), status: .accepted, gateway: "recording", calls: (1, 0)),
        ])
    func table(_ row: Row) async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.recording.script(row.first)
            if let second = row.second { other.script(second) }
            let request = try bench.requests.request()
            try await bench.handle(request)
            let message = try #require(try await bench.report(request).messages.first)
            #expect(message.status == row.status && message.gateway == row.gateway && message.tries == 1)
            #expect((bench.recording.calls.count, other.calls.count) == row.calls)
            #expect(bench.queue.waitingCount == (row.waits ? 1 : 0) && bench.queue.dead.isEmpty)
            #expect(Set((bench.recording.calls + other.calls).map(\.id)).count == 1)
            #expect((bench.recording.calls + other.calls).allSatisfy { !$0.mayBeDuplicate })
        }
    }

    @Test(
        "an answer that a proxy may give after the SMS was sent makes it unknown: no other gateway has it, and no other try",
        arguments: [503, 408, 409, 425, 499, 502])
    func proxyAnswer(status: Int) async throws {
        let page = StandInAnswer.whole(status, "<html>", type: "text/html", headers: ["retry-after: 1"])
        let provider = try await ProviderStandIn.start(page)
        let settings = WebhookSettings(
            url: provider.url, secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
        let webhook = try HTTPGateway(
            name: "webhook", provider: try Webhook(settings), connections: 10, now: { Timestamp(seconds: 0) })
        let bench = WorkerBench(gateway: webhook, then: [other])
        try await bench.run { _ in
            let request = try bench.requests.request()
            try await bench.handle(request)
            #expect(bench.queue.waitingCount == 0 && bench.queue.dead.isEmpty)
            let report = try await bench.report(request)
            let message = try #require(report.messages.first)
            #expect(message.status == .unknown && message.gateway == "webhook" && message.tries == 1)
            #expect(message.calls.map(\.reason) == ["status-\(status)"] && report.status == .pending)
            #expect(provider.requests.count == 1 && other.calls.isEmpty)
            #expect(bench.routes.reports == ["webhook unknown"])
        }
        await webhook.shutdown()
        try await provider.stop()
    }

    @Test("each call that did not go well is on record, and the breakers hear of every call")
    func callsOnRecord() async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.recording.script(.throttled(after: nil))
            other.script(.refused(reason: "no-credit", .byThisGateway))
            let request = try bench.requests.request()
            try await bench.handle(request)
            bench.store.world.clock.advance(by: .seconds(5))
            bench.queue.elapse(.seconds(5))
            await bench.queue.idle()
            let message = try #require(try await bench.report(request).messages.first)
            #expect(message.status == .accepted && message.tries == 2 && message.gateway == "recording")
            #expect(message.calls.map(\.gateway) == ["recording", "other"])
            #expect(message.calls.map(\.outcome) == [.throttled, .refused])
            #expect(message.calls.map(\.reason) == ["throttled", "no-credit"])
            #expect(bench.routes.reports == ["recording throttled", "other refused", "recording accepted"])
        }
    }

    @Test("a gateway that refuses for good while the next has no place leaves the message in a retry queue, not failed")
    func nextIsFull() async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.routes.full("other")
            bench.recording.script(.refused(reason: "no-credit", .byThisGateway))
            let request = try bench.requests.request()
            try await bench.handle(request)
            #expect(bench.queue.waitingCount == 1 && other.calls.isEmpty)
            #expect(try await bench.report(request).messages.map(\.status) == [.sending])
        }
    }

    @Test(
        "while all gateways are away requests wait longer each time in the retry queues, without a claim and without using up a try"
    )
    func allAway() async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.routes.away("recording", "other")
            let request = try bench.requests.request()
            try await bench.handle(request)
            for step in [5, 30, 120] { await pass(.seconds(step), bench) }
            #expect(bench.queue.waitingCount == 1 && bench.store.claims.count == 0)
            bench.routes.away("recording")
            await pass(.seconds(119), bench)
            #expect(bench.queue.waitingCount == 1 && other.calls.isEmpty, "it waits for the last step")
            await pass(.seconds(1), bench)
            let message = try #require(try await bench.report(request).messages.first)
            #expect(message.status == .accepted && message.tries == 1 && message.gateway == "other")
            #expect(bench.recording.calls.isEmpty && other.calls.count == 1)
        }
    }

    @Test("a request comes back before its deadline while all gateways are away, however often it was put off")
    func backInTime() async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.routes.away("recording", "other")
            let request = try bench.requests.request(deadline: .seconds(80))
            try await bench.handle(request)
            await pass(.seconds(5), bench)
            await pass(.seconds(30), bench)
            bench.routes.away()
            // 45 s are left: too few for the third step.
            await pass(.seconds(30), bench)
            #expect(try await bench.report(request).messages.map(\.status) == [.accepted])
        }
    }

    private func pass(_ span: Duration, _ bench: WorkerBench) async {
        bench.store.world.clock.advance(by: span)
        bench.queue.elapse(span)
        await bench.queue.idle()
    }

    @Test("a request that is too late while all gateways are away ends as expired")
    func tooLate() async throws {
        let bench = WorkerBench(then: [other])
        try await bench.run { _ in
            bench.routes.away("recording", "other")
            let request = try bench.requests.request(deadline: .seconds(60))
            try await bench.handle(request)
            bench.store.world.clock.advance(by: .seconds(60))
            bench.queue.elapse(.seconds(60))
            await bench.queue.idle()
            #expect(bench.queue.waitingCount == 0 && bench.queue.dead.isEmpty && bench.store.claims.count == 1)
            #expect(try await bench.report(request).status == .expired)
        }
    }

    @Test("a further call begins only with a fair part of the try's one deadline left, and ends with that deadline")
    func oneDeadline() async throws {
        let slow = SlowGateway(takes: .seconds(3), outcome: .refused(reason: "slow", .forNow))
        let bench = WorkerBench(gateway: slow, then: [other])
        try await bench.run(settings: WorkerTimes(gatewayDeadline: .seconds(4))) { _ in
            let request = try bench.requests.request()
            try await bench.handle(request)
            // Less than a quarter is left after the first call, however busy the machine is.
            #expect(other.calls.isEmpty && bench.queue.waitingCount == 1)
        }
        let quick = SlowGateway(takes: .milliseconds(1), outcome: .refused(reason: "quick", .forNow))
        let deaf = DeafGateway(toFirst: 1)
        defer { deaf.letGo() }
        let begun = ContinuousClock.now
        let next = WorkerBench(gateway: quick, then: [deaf])
        try await next.run(settings: WorkerTimes(gatewayDeadline: .seconds(2))) { _ in
            let request = try next.requests.request()
            try await next.handle(request)
            let calls = try #require(try await next.report(request).messages.first).calls
            guard calls.count == 2 else { return }
            #expect(calls.map(\.reason) == ["quick", "deadline"] && ContinuousClock.now - begun >= .seconds(2))
            #expect(next.routes.reports == ["slow refused", "deaf unknown"])
        }
    }
}

/// A gateway whose every call takes the same time.
private struct SlowGateway: SMSGateway {
    let name = "slow"
    let honorsIdempotencyKeys = false
    let keepsDeadlines = true
    let takes: Duration
    let outcome: SendOutcome

    init(takes: Duration, outcome: SendOutcome) {
        self.takes = takes
        self.outcome = outcome
    }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        try? await ContinuousClock().sleep(for: takes)
        return outcome
    }
}
