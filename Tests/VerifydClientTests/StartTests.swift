import Foundation
import Testing
import VerifydClient

@Suite("starting a verification")
struct StartTests {
    @Test("sends every member under the API's names, with the key, a wait and one idempotency key")
    func request() async throws {
        let server = StandIn(.queued)
        var wanted = VerificationRequest(
            phoneNumber: "+49 151 12345678", languageCode: "de", clientIP: "192.0.2.1", metadata: ["order": "1007"])
        wanted.webOTPDomain = "shop.example"
        wanted.webOTPEmbeddedDomain = "pay.example"
        let started = try await server.client().start(wanted, waiting: 99)
        #expect(started.id == id && started.status == .queued && started.phoneNumber == "+49•••••••78")
        let sent = try #require(server.requests.first)
        #expect(sent.method == "POST" && sent.url.absoluteString == "https://verify.shop.example/base/v1/verifications")
        #expect(sent.headers["Authorization"] == "Bearer vfd_secret")
        #expect(sent.headers["Prefer"] == "wait=30")
        #expect(sent.headers["Idempotency-Key"]?.count == 36)
        let body = try JSONSerialization.jsonObject(with: try #require(sent.body)) as? NSDictionary
        #expect(
            body == [
                "phoneNumber": "+49 151 12345678", "languageCode": "de", "clientIp": "192.0.2.1",
                "metadata": ["order": "1007"], "webOtpDomain": "shop.example", "webOtpEmbeddedDomain": "pay.example",
            ])
    }

    @Test("reads what the worker has decided, and what the limit has left")
    func verdict() async throws {
        let server = StandIn(
            .json(
                200,
                """
                {"verificationId": "\(id)", "requestId": "019b7f3e-6000-7000-8000-00000000000a", "status": "pending",
                 "deduplicated": false, "expiresAt": "2026-01-01T00:10:00.250Z", "resendAfter": "2026-01-01T00:01:00.000Z",
                 "remainingSends": 4, "remainingChecks": 5, "language": "de", "message": {"status": "accepted"},
                 "member-of-tomorrow": [1]}
                """,
                ["RateLimit": "\"sends-per-phone\";r=4;t=120", "RateLimit-Policy": "\"sends-per-phone\";q=5;w=600"]))
        let started = try await server.client().start(VerificationRequest(phoneNumber: "+4915112345678"), waiting: 10)
        #expect(started.id == "019b7f3e-6000-7000-8000-00000000000a" && started.verificationID == id)
        #expect(started.expiresAt == Date(timeIntervalSince1970: 1_767_226_200.25))
        #expect(started.remainingSends == 4 && started.remainingChecks == 5 && started.isDeduplicated == false)
        #expect(started.language == "de" && started.messageStatus == "accepted")
        let limit = try #require(started.rateLimit)
        #expect(limit.name == "sends-per-phone" && limit.remaining == 4 && limit.reset == 120)
        #expect(limit.quota == 5 && limit.window == 600)
    }

    @Test("a limit and a refusal are errors that are not repeated; a failure is a result")
    func decisions() async throws {
        let limited = StandIn(
            .problem(
                429, "limit-reached",
                #", "reason": "sends-per-phone", "verificationId": "\#(id)", "retryAfter": 60"#, retryAfter: 60))
        let error = try await #require(throws: ClientError.self) {
            _ = try await limited.client().start(VerificationRequest(phoneNumber: "+4915112345678"), waiting: 10)
        }
        #expect(error.code == .limitReached && error.retryAfter == 60 && error.reason == "sends-per-phone")
        #expect(error.isRetriable && error.verificationID == id && error.requestID == "r-1")
        let refused = StandIn(.problem(403, "verification-refused", #", "reason": "blocked""#))
        let refusal = try await #require(throws: ClientError.self) {
            _ = try await refused.client().start(VerificationRequest(phoneNumber: "+4915112345678"))
        }
        #expect(refusal.code == .verificationRefused && !refusal.isRetriable)
        #expect(limited.requests.count == 1 && refused.requests.count == 1)
        let failed = StandIn(
            .json(200, #"{"verificationId": "a", "requestId": "a", "status": "failed", "reason": "no-gateway"}"#))
        let started = try await failed.client().start(VerificationRequest(phoneNumber: "+4915112345678"))
        #expect(started.status == .failed && started.reason == "no-gateway")
    }

    @Test(
        "a key that would break out of its header makes no call",
        arguments: ["", "a\r\nb", "ü", "\(String(repeating: "k", count: 256))"])
    func key(_ key: String) async throws {
        let server = StandIn(.queued)
        let error = try await #require(throws: ClientError.self) {
            _ = try await server.client().start(VerificationRequest(phoneNumber: "+49"), idempotencyKey: key)
        }
        #expect(error.code == .invalidIdempotencyKey && error.param == "Idempotency-Key" && server.requests.isEmpty)
    }
}
