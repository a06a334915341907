import GatewayConformance
import Gateways
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@Suite("What a webhook's answer means", .timeLimit(.minutes(10)))
struct WebhookOutcomeTests {
    // MARK: Answers

    @Test(
        "an accepted message has the receiver's id, under whichever name and of whichever kind",
        arguments: [
            (#"{"id":"a"}"#, "a"), (#"{"sid":"SM1"}"#, "SM1"), (#"{"message_id":"m"}"#, "m"),
            (#"{"sid":"b","id":"a"}"#, "a"), (#"{"id":12}"#, "12"),
        ])
    func acceptedID(body: String, id: String) async throws {
        try await WebhookHarness.with(.json(200, body)) { #expect(await $0.send() == .accepted(id: id)) }
    }

    @Test(
        "a 2xx whose body says nothing readable is accepted without an id, never sent again",
        arguments: [
            StandInAnswer.json(200, ""), .json(200, "<html>fine</html>"), .json(202, "[]"), .json(200, "null"),
            .json(201, #"{"id":""}"#), .json(200, #"{"id":{}}"#), .json(200, #"{"id":"a","id":"b"}"#),
            .json(200, "{\"id\":\"\(String(repeating: "x", count: 256))\"}"),
            .json(200, "\u{1F}\u{8B}", headers: ["content-encoding: gzip"]),
            .bytes("HTTP/1.1 204 No Content\r\n\r\n"),
            // Closed in the middle of its body.
            .lastBytes("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"id\":"),
            .lastBytes("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"id\""),
            // Longer than is read.
            .longBody(10_000_000),
        ])
    func acceptedWithoutID(answer: StandInAnswer) async throws {
        try await WebhookHarness.with(answer) { #expect(await $0.send() == .accepted(id: nil)) }
    }

    @Test(
        "429 is throttled, until when the answer says so, and so is 503 where the receiver promises",
        arguments: [429, 503],
        [
            ("", nil), ("retry-after: 17", .seconds(17)), ("retry-after: 0", .zero),
            ("retry-after: Thu, 01 Jan 2026 00:00:30 GMT", .seconds(30)),
            ("retry-after: Wed, 31 Dec 2025 00:00:00 GMT", .zero),
            ("retry-after: 99999999999999999999", .seconds(86_400)),
            ("retry-after: Sun, 01 Jan 2040 00:00:00 GMT", .seconds(86_400)),
            ("retry-after: soon", nil), ("retry-after: -5", nil), ("retry-after: 1.5", nil),
        ] as [(String, Duration?)])
    func throttled(status: Int, expected: (header: String, after: Duration?)) async throws {
        let headers = expected.header.isEmpty ? [] : [expected.header]
        let answer = StandInAnswer.json(status, "{}", headers: headers)
        try await WebhookHarness.with(answer, change: { $0.serverErrorsMeanNotSent = status == 503 }) {
            #expect(await $0.send() == .throttled(after: expected.after))
        }
    }

    @Test(
        "a 4xx that finds a mistake is final, whatever the receiver promises", arguments: [false, true],
        [400, 401, 402, 403, 404, 405, 410, 413, 415, 422, 451])
    func final(promises: Bool, status: Int) async throws {
        let answer = StandInAnswer.json(status, #"{"id":"no"}"#)
        try await WebhookHarness.with(answer, change: { $0.serverErrorsMeanNotSent = promises }) {
            #expect(await $0.send() == .refused(reason: "status-\(status)", .byThisGateway))
        }
    }

    @Test(
        "a doubtful answer leaves it unknown, unless the receiver promises that nothing was sent",
        arguments: [408, 409, 423, 424, 425, 499, 500, 501, 502, 504, 507, 599])
    func doubtful(status: Int) async throws {
        try await WebhookHarness.with(.json(status, "{}")) {
            #expect(await $0.send() == .unknown(reason: "status-\(status)"))
        }
        try await WebhookHarness.with(.json(status, "{}"), change: { $0.serverErrorsMeanNotSent = true }) {
            #expect(await $0.send() == .refused(reason: "status-\(status)", .forNow))
        }
    }

    @Test("a redirect is not followed, and only 303 leaves it unknown", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let target = try await ProviderStandIn.start()
        try await WebhookHarness.with(.json(status, "", headers: ["location: \(target.url)"])) {
            let reason = "status-\(status)"
            let expected: SendOutcome =
                status == 303 ? .unknown(reason: reason) : .refused(reason: reason, .byThisGateway)
            #expect(await $0.send() == expected)
        }
        #expect(target.connections == 0)
        try await target.stop()
    }

    // MARK: No answer

    @Test("a name that does not exist: certainly not sent")
    func unknownName() async throws {
        try await WebhookHarness.with(change: { $0.url = "https://nobody.invalid/sms" }) {
            #expect(await $0.send() == .refused(reason: "not-connected", .forNow))
        }
    }

    @Test(
        "a connection that ends without an answer leaves it unknown",
        arguments: ["", "HTTP/1.1 2", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\ncontent-le"])
    func lostAnswer(bytes: String) async throws {
        try await WebhookHarness.with(.lastBytes(bytes)) {
            #expect(await $0.send() == .unknown(reason: "connection-lost"))
            #expect($0.receiver.requests.count == 1)
        }
    }

    @Test("silence is unknown when the deadline has passed")
    func silence() async throws {
        try await WebhookHarness.with(.silence) {
            await expect(.unknown(reason: "timeout"), notLongAfterTheDeadlineOf: $0)
        }
    }

    @Test("a body that drips in byte by byte does not stretch it either, and its 200 counts")
    func drippingBody() async throws {
        let answer = StandInAnswer.drip(
            "HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n", every: .milliseconds(20))
        try await WebhookHarness.with(answer) {
            await expect(.accepted(id: nil), notLongAfterTheDeadlineOf: $0)
        }
    }

    @Test("a gateway that has been shut down sends nothing")
    func afterShutdown() async throws {
        try await WebhookHarness.with {
            await $0.webhook.shutdown()
            #expect(await $0.send() == .refused(reason: "not-connected", .forNow))
            #expect($0.receiver.requests.isEmpty)
        }
    }

    /// Expects it of one of two calls, the second of which has more time: on a busy machine the deadline may come before
    /// the receiver has said what it says.
    private func expect(_ outcome: SendOutcome, notLongAfterTheDeadlineOf harness: WebhookHarness) async {
        await withTimeEnough([.seconds(2), .seconds(10)]) { deadline in
            let started = ContinuousClock.now
            let seen = await harness.send(deadline: deadline)
            return seen == outcome && ContinuousClock.now - started < deadline * 2
        }
    }
}
