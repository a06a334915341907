import HTTPTypes
import InMemoryLogging
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("/v1/receipts/{gateway}", .timeLimit(.minutes(10)))
struct ReceiptTests {
    private static let path = "/v1/receipts/main"

    @Test("a believed call is answered 200 and empty, once the queue has its receipts", arguments: ["GET", "POST"])
    func taken(method: String) async throws {
        let fixture = try APIFixture()
        let receipts = (1...100).map { GatewayReceipt.sample($0) }
        fixture.reader.answer(receipts.map(\.receipt))
        let method = try #require(HTTPRequest.Method(method))
        let answer = try await fixture.serve { try await $0.call(method, Self.path, nil, nil) }
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(fixture.receipts.publishedReceipts == receipts)
    }

    @Test("a believed call that says nothing of a message's way is answered 200, and nothing is queued")
    func nothing() async throws {
        let fixture = try APIFixture()
        fixture.reader.answer([])
        #expect(try await fixture.serve { try await $0.post(Self.path, key: nil) }.status == 200)
        #expect(fixture.receipts.publishedReceipts.isEmpty)
    }

    @Test("the reader sees the call as it came, under the URL of the settings, whatever Host says")
    func call() async throws {
        let fixture = try APIFixture()
        let body = Array("MessageStatus=delivered%20&x=+".utf8)
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        headers[try #require(HTTPField.Name("X-Twilio-Signature"))] = "c2ln"
        _ = try await fixture.serve { [headers] api in
            try await api.post(Self.path + "?token=a%20b&type=1", bytes: body, key: nil, headers)
        }
        let call = try #require(fixture.reader.calls.first)
        #expect(call.method == "POST" && call.body == body)
        #expect(call.url == "https://verify.example/v1/receipts/main?token=a%20b&type=1")
        #expect(call.header("x-twilio-signature") == "c2ln")
    }

    @Test(
        "each reason for which a call is not taken has its problem",
        arguments: [
            (ReceiptError.forged, 403, "receipt-forged"), (.unreadable, 400, "receipt-unreadable"),
            (.unverified, 503, "receipt-unverified"),
        ])
    func refused(problem: ReceiptError, status: Int, code: String) async throws {
        let fixture = try APIFixture()
        fixture.reader.answer(with: problem)
        let answer = try await fixture.serve { try await $0.post(Self.path, "{}", key: nil) }
        #expect(answer.status == status && answer.problem == code)
        #expect((answer.headers[.retryAfter] != nil) == (status == 503))
        #expect(fixture.receipts.publishedReceipts.isEmpty)
    }

    @Test("without the queue the provider is told to call again", arguments: [QueueError.unavailable, .full, .unknown])
    func queueAway(problem: QueueError) async throws {
        let fixture = try APIFixture()
        fixture.receipts.failPublishes(with: problem)
        let answer = try await fixture.serve { try await $0.post(Self.path, "{}", key: nil) }
        #expect(answer.status == 503 && answer.problem == "queue-unavailable" && answer.headers[.retryAfter] != nil)
    }

    @Test("a name without receipts is not found, and its body is not read", arguments: ["other", "main%20", "MAIN"])
    func unknown(name: String) async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve { try await $0.post("/v1/receipts/\(name)", "{}", key: nil) }
        #expect(answer.status == 404 && answer.problem == "receipts-not-taken")
        #expect(fixture.reader.calls.isEmpty)
    }

    @Test("a body may have 64 KiB and no byte more")
    func size() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let largest = [UInt8](repeating: 32, count: 65_536)
            #expect(try await api.post(Self.path, bytes: largest, key: nil).status == 200)
            let answer = try await api.post(Self.path, bytes: largest + [32], key: nil)
            #expect(answer.status == 413 && answer.problem == "body-too-large")
        }
        #expect(fixture.reader.calls.map(\.body.count) == [65_536])
    }

    @Test("calls beyond those in hand are turned away, and the places are free again afterwards")
    func crowded() async throws {
        let fixture = try APIFixture()
        fixture.reader.hold()
        try await fixture.serve { api in
            async let first = api.post(Self.path, "{}", key: nil)
            async let second = api.post(Self.path, "{}", key: nil)
            await fixture.reader.calls(atLeast: 2)
            let third = try await api.post(Self.path, "{}", key: nil)
            #expect(third.status == 503 && third.problem == "receipts-crowded" && third.headers[.retryAfter] != nil)
            fixture.reader.release()
            let taken = try await [first.status, second.status]
            #expect(taken == [200, 200])
            #expect(try await api.post(Self.path, "{}", key: nil).status == 200)
        }
    }

    @Test("neither an answer nor a log line repeats what a call says")
    func silent() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            for problem in [ReceiptError.forged, .unreadable, .unverified, nil] {
                fixture.reader.answer(with: problem)
                let answer = try await api.post(Self.path + "?token=s3cret", #"{"to":"+4915112345678"}"#, key: nil)
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(!text.contains("s3cret") && !text.contains("4915112345678"))
            }
        }
        let log = "\(fixture.logs.entries)"
        #expect(!log.contains("s3cret") && !log.contains("4915112345678"))
    }
}
