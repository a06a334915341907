import Foundation
import Testing

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("what an answer means", .timeLimit(.minutes(10)))
struct WireAnswerTests {
    @Test(
        "an answer that is not the server's is an error of the network, and nothing else",
        arguments: [
            ScriptedTransport.Step.page("<html>Sign in to the network</html>"),
            .page("", status: 302, headers: ["Location": "https://portal.example/"]),
            .page("<html>Moved</html>", status: 301, headers: ["Location": "/login"]),
            .page("<html>Not found</html>", status: 404), .page("<html>Forbidden</html>", status: 403),
            .page("<html>Proxy login</html>", status: 401), .page("", status: 204), .json(""), .json("null"),
            .json("[]"),
            .json(#"{"idToken":"I","refreshTok"#), .json("{}"), .json(#"{"status":"ok","users":3}"#),
            .json(#"{"idToken":7,"refreshToken":"R"}"#), .json(#"{"error":"invalid_token"}"#, status: 401),
            .json(#"{"error":{"message":"USER_DISABLED"}}"#, status: 400),
            .json(#"{"error":{"code":400,"message":"USER_DISABLED"}}"#, status: 403),
            .json(#"{"error":{"code":200,"message":"USER_DISABLED"}}"#),
            .json("USER_DISABLED", status: 400), .page("TOKEN_EXPIRED", status: 400),
            .answer(status: 200, body: Data(repeating: 32, count: 10_000_000), headers: [:]),
            .answer(status: 400, body: Data([0xff, 0xfe, 0x00]), headers: ["Content-Type": "application/json"]),
        ])
    func foreign(_ step: ScriptedTransport.Step) async throws {
        #expect(try await WireBench([step]).failure()?.kind == .networkError)
        #expect(try await WireBench([step]).failure()?.serverCode == nil)
    }

    @Test("the JSON of somebody else is no account, no refresh and no deletion")
    func foreignJSON() async throws {
        for text in [
            #"{}"#, #"{"users":[]}"#, #"{"users":[{"name":"x"}]}"#, #"{"access_token":"","refresh_token":""}"#,
        ] {
            let server = try WireBench([.json(text)]).server
            await #expect(throws: AuthError.self) { try await server.call(WireBench.once, as: LookupAnswer.self) }
            await #expect(throws: AuthError.self) { try await server.call(WireBench.once, as: RefreshAnswer.self) }
            await #expect(throws: AuthError.self) { try await server.call(WireBench.once, as: DoneAnswer.self) }
        }
    }

    @Test("numbers are read as texts and as numbers, and members may be absent or null")
    func numbers() async throws {
        for text in [#""3600""#, "3600"] {
            let body = #"{"access_token":"I","refresh_token":"R","expires_in":\#(text),"user_id":"u","other":[]}"#
            let answer = try await WireBench([.json(body)]).server.call(WireBench.repeatable, as: RefreshAnswer.self)
            #expect(answer.expiresIn == "3600" && answer.idToken == "I" && answer.refreshToken == "R")
        }
        let body = #"{"users":[{"localId":"u","createdAt":1700000000000,"lastLoginAt":null,"mfaInfo":null}]}"#
        let users = try await WireBench([.json(body)]).server.call(WireBench.once, as: LookupAnswer.self).users
        #expect(users?.first?.createdAt == "1700000000000" && users?.first?.lastLoginAt == nil)
        let kept = try JSONDecoder().decode(WireUser.self, from: JSONEncoder().encode(users?.first))
        #expect(kept == users?.first)
    }

    @Test(
        "the server's words become the codes that apps know",
        arguments: [
            ("INVALID_PHONE_NUMBER : TOO_SHORT", 400, AuthErrorCode.invalidPhoneNumber, "INVALID_PHONE_NUMBER"),
            ("INVALID_CODE", 400, .invalidVerificationCode, "INVALID_CODE"),
            ("SESSION_EXPIRED", 400, .sessionExpired, "SESSION_EXPIRED"),
            ("INVALID_REFRESH_TOKEN", 400, .userTokenExpired, "INVALID_REFRESH_TOKEN"),
            ("USER_DISABLED", 400, .userDisabled, "USER_DISABLED"),
            ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", 400, .requiresRecentLogin, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
            (
                "MISSING_CREDENTIAL : Please set MFA Pending Credential.", 400, .missingMultiFactorSession,
                "MISSING_CREDENTIAL"
            ),
            ("QUOTA_EXCEEDED:without blanks", 400, .quotaExceeded, "QUOTA_EXCEEDED"),
            ("The request is missing a valid API key.", 403, .invalidAPIKey, nil),
            ("API key not valid. Please pass a valid API key.", 400, .invalidAPIKey, nil),
            ("Requests from this client application are blocked.", 403, .appNotAuthorized, nil),
            ("Firebase App Check token is invalid.", 401, .invalidAppCredential, nil),
            ("Request payload size exceeds the limit.", 413, .internalError, nil),
            ("A_WORD_OF_A_LATER_SERVER : which nobody knows", 400, .internalError, "A_WORD_OF_A_LATER_SERVER"),
            ("", 400, .internalError, nil),
        ] as [(String, Int, AuthErrorCode, String?)])
    func words(_ message: String, _ status: Int, _ kind: AuthErrorCode, _ code: String?) async throws {
        let error = try await WireBench([.refusal(message, status: status)]).failure()
        #expect(error?.kind == kind && error?.serverCode == code)
        #expect(message.isEmpty || error?.localizedDescription.contains(message) == true)
    }

    @Test("a status tells what an unknown sentence means")
    func statuses() async throws {
        let body = #"{"error":{"code":501,"message":"Not here.","status":"NOT_IMPLEMENTED"}}"#
        let error = try await WireBench([.json(body, status: 501)]).failure()
        #expect(error?.kind == .operationNotAllowed && error?.serverCode == "NOT_IMPLEMENTED")
    }

    @Test("words of the server that repeat what the call carried stay out of the error")
    func secrets() async throws {
        for words in [
            "INVALID_IDP_RESPONSE : token 654321 is bad", "INVALID_CODE : S-1", "INVALID_CODE : +16505553434",
        ] {
            let error = try #require(try await WireBench([.refusal(words)]).failure())
            let texts = ["\(error)", error.localizedDescription, "\(error as any Error)", error.debugDescription]
            #expect(texts.allSatisfy { !$0.contains("654321") && !$0.contains("S-1") && !$0.contains("16505553434") })
            #expect(error.serverCode?.hasPrefix("INVALID_") == true)
        }
    }

    @Test("an error of the transport keeps its number and not the URL with the key")
    func cause() async throws {
        let bench = try WireBench([.failure(.timedOut)])
        let error = try #require(try await bench.failure())
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.code == URLError.Code.timedOut.rawValue && cause.userInfo.isEmpty)
    }
}
