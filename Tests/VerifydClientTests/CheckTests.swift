import Foundation
import Testing
import VerifydClient

@Suite("checking a code")
struct CheckTests {
    @Test("only the 200 of this very verification, approved, lets a person in")
    func approval() async throws {
        let server = StandIn(.approved)
        guard case .approved(let verification) = try await server.client().check("482 913", of: id.uppercased()) else {
            Issue.record("not approved")
            return
        }
        #expect(verification.id == id)
        let sent = try #require(server.requests.first)
        #expect(sent.url.path == "/base/v1/verifications/\(id)/checks" && sent.headers["Idempotency-Key"] != nil)
        for wrong in [
            StandIn.Reply.json(202, #"{"verificationId": "\#(id)", "requestId": "\#(id)", "status": "approved"}"#),
            .json(200, #"{"verificationId": "\#(id)", "requestId": "\#(id)", "status": "pending"}"#),
            .json(200, #"{"verificationId": "\#(id)", "requestId": "another", "status": "approved"}"#),
            .json(200, #"{"status": "approved"}"#), .json(200, "true"), .json(200, ""), .json(204, ""), .page,
        ] {
            let error = try await #require(throws: ClientError.self) {
                _ = try await StandIn(wrong).client(ClientRetries(tries: 2) { _ in 0 }).check("482913", of: id)
            }
            #expect(error.code == .unexpectedAnswer)
        }
    }

    @Test(
        "what the person did is an outcome",
        arguments: [
            (
                StandIn.Reply.problem(422, "invalid-code", #", "remainingChecks": 4, "verificationStatus": "pending""#),
                CheckOutcome.wrong(remainingChecks: 4)
            ),
            (
                .problem(422, "invalid-code", #", "remainingChecks": 0, "verificationStatus": "max_attempts_reached""#),
                .ended(.maxAttemptsReached)
            ),
            (.problem(400, "invalid-code-format", #", "param": "code""#), .wrong(remainingChecks: nil)),
            (.problem(409, "verification-ended", #", "verificationStatus": "expired""#), .ended(.expired)),
            (
                .problem(409, "verification-ended", #", "verificationStatus": "word-of-tomorrow""#),
                .ended(Verification.Status(rawValue: "word-of-tomorrow"))
            ),
            (.problem(404, "verification-not-found"), .ended(nil)),
        ])
    func outcome(_ reply: StandIn.Reply, _ outcome: CheckOutcome) async throws {
        let server = StandIn(reply)
        #expect(try await server.client().check("482913", of: id) == outcome)
        #expect(try await server.client().check("482913", phoneNumber: "+4915112345678") == outcome)
        #expect(server.requests.count == 2 && server.requests.last?.url.path == "/base/v1/checks")
    }

    @Test(
        "what kept verifyd from looking is an error",
        arguments: [
            (429, ClientErrorCode.limitReached), (401, .unauthorized), (422, .idempotencyKeyReused),
            (404, .init(rawValue: "route-not-found")),
        ])
    func error(_ status: Int, _ code: ClientErrorCode) async throws {
        let server = StandIn(.problem(status, code.rawValue))
        let error = try await #require(throws: ClientError.self) {
            _ = try await server.client().check("482913", of: id)
        }
        #expect(error.code == code && error.status == status && server.requests.count == 1)
    }

    @Test("a text that is no id makes no call", arguments: ["", "..", "../test-numbers", "\(id)/cancel?", "\(id)\n"])
    func text(_ text: String) async throws {
        let server = StandIn(.approved)
        #expect(try await server.client().check("482913", of: text) == .ended(nil))
        let error = try await #require(throws: ClientError.self) { _ = try await server.client().show(text) }
        #expect(error.code == .verificationNotFound && !error.isRetriable && server.requests.isEmpty)
    }

    @Test("waits for the worker that has not seen the request yet")
    func queued() async throws {
        let server = StandIn(
            .problem(409, "verification-queued", #", "verificationStatus": "queued""#, retryAfter: 1), .approved)
        guard case .approved = try await server.client().check("482913", of: id) else {
            Issue.record("not approved")
            return
        }
        #expect(server.pauses == [2])
    }
}
