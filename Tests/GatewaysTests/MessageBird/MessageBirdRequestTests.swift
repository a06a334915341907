import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

@Suite("What MessageBird gets", .timeLimit(.minutes(10)))
struct MessageBirdRequestTests {
    private func request(
        _ message: OutgoingMessage = .sample(),
        change: @escaping @Sendable (inout MessageBirdSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: MessageBirdScript(change: change), message)
    }

    @Test("the request is the documented one, byte for byte")
    func bytes() async throws {
        let request = try await request(.sample(1, text: "Grüße: \"561001\" €")) {
            $0.receiptsURL = "https://verify.example.com/r?a=b"
        }
        #expect(request.method == "POST" && request.uri == "/sms/messages")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "AccessKey test_k3y")
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"originator":"Acme","recipients":["4915110000001"],"body":"Grüße: \"561001\" €",\#
                "datacoding":"plain","validity":600,"reference":"019b7f3e-6000-7000-8000-000000000001.1",\#
                "reportUrl":"https://verify.example.com/r?a=b"}
                """#)
    }

    @Test("a text that GSM-7 cannot carry is sent as Unicode", arguments: ["Код 561001", "code `561001`", "😀"])
    func unicode(text: String) async throws {
        let body = try JSONValue(parsing: try await request(.sample(1, text: text)).body)
        #expect(body["datacoding"] == "unicode" && body["body"]?.string == text && body["reportUrl"] == nil)
    }

    @Test(
        "a message waits no longer at MessageBird than its code lives, and no longer than two days",
        arguments: [(0, 1), (1_999, 1), (172_800_000, 172_800), (172_801_000, 172_800)])
    func validity(milliseconds: Int, seconds: Int64) async throws {
        let body = try await request(.sample(validFor: .milliseconds(milliseconds))).body
        #expect(try JSONValue(parsing: body)["validity"]?.integer == seconds)
    }

    @Test("settings that cannot work are refused by name and without their values")
    func badSettings() {
        expectRefused(
            [
                ({ $0.secret = Secret("") }, .missing, "secret"),
                ({ $0.secret = Secret("s3cret\r\nx: y") }, .malformedToken, "secret"),
                ({ $0.sender = "" }, .missing, "sender"), ({ $0.url = "s3cret" }, .malformedURL, "url"),
                ({ $0.url = "http://example.com/s3cret" }, .plaintext, "url"),
                ({ $0.receiptsURL = "s3cret" }, .malformedURL, "receiptsURL"),
            ], in: MessageBirdScript.settings()
        ) { settings throws(GatewaySettingsError) in _ = try MessageBird(settings) }
    }

    @Test("the usual settings work as they are")
    func usual() {
        #expect(MessageBirdScript.settings().url == "https://rest.messagebird.com")
        #expect(throws: Never.self) { try MessageBird(MessageBirdScript.settings()) }
    }
}
