import AccountCore
import AccountTesting
import HTTPTypes
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("A store that is away")
struct OutageTests {
    /// What clients say of themselves, and whether they are the SDK that signs people out for an answer in JSON.
    private static let clients: [(version: String, isJavaScript: Bool)] = [
        ("Chrome/JsCore/12.1.0/FirebaseCore-web", true), ("ReactNative/JsCore/12.1.0/FirebaseCore-web", true),
        ("iOS/FirebaseSDK/12.19.0/FirebaseCore-iOS", false),
        ("Android/Fallback/X23000000/FirebaseCore-Android", false), ("Node/Admin/13.0.0", false), ("", false),
    ]

    private func fields(_ version: String) throws -> HTTPFields {
        var fields: HTTPFields = [.origin: "https://shop.example"]
        fields[try #require(HTTPField.Name("X-Client-Version"))] = version
        return fields
    }

    @Test("is told to the SDK for JavaScript in no JSON, and to all others in the envelope", arguments: clients)
    func away(version: String, isJavaScript: Bool) async throws {
        let fixture = try IdentityFixture(.production)
        let token = try await fixture.idToken(try fixture.account("ann") { $0.phone = "+14155550100" })
        let fields = try fields(version)
        fixture.accountWorld.away = [.accounts]
        try await fixture.serve { client in
            let v1 = "\(IdentityClient.v1)/accounts:"
            for (path, body) in [
                (v1 + "lookup", #"{"idToken":"\#(token)"}"#), (v1 + "update", #"{"idToken":"\#(token)"}"#),
                (v1 + "delete", #"{"idToken":"\#(token)"}"#),
                (
                    "/securetoken.googleapis.com/v1/token",
                    #"{"grantType":"refresh_token","refreshToken":"\#(Self.refreshToken)"}"#
                ),
            ] {
                let key = "?key=\(IdentityFixture.clientKey)"
                let answer = try await client.call(.post, path + key, body, headers: fields)
                #expect(answer.status == 503 && answer.headers[.retryAfter] == "5", "\(path)")
                #expect(answer.headers[.accessControlAllowOrigin] == "https://shop.example")
                #expect((answer.json == nil) == isJavaScript, "\(path): \(answer.body)")
                #expect(
                    answer.headers[.contentType]?.hasPrefix(isJavaScript ? "text/plain" : "application/json") == true)
            }
        }
    }

    @Test("changes nothing of what the SDK for JavaScript hears of its own mistakes")
    func refused() async throws {
        let fields = try fields(Self.clients[0].version)
        try await IdentityFixture(.production).serve { client in
            let path = "\(IdentityClient.v1)/accounts:lookup?key=\(IdentityFixture.clientKey)"
            let answer = try await client.call(.post, path, #"{"idToken":"x"}"#, headers: fields)
            #expect(answer.status == 400 && answer.error == "INVALID_ID_TOKEN")
            let absent = try await client.call(
                .post, "\(IdentityClient.v1)/accounts:resetPassword?key=\(IdentityFixture.clientKey)", "{}",
                headers: fields)
            #expect(absent.status == 501 && absent["error"]?["status"] == "NOT_IMPLEMENTED")
        }
    }

    /// As long as a refresh token is, so that the store is asked for it.
    private static let refreshToken = String(repeating: "A", count: 43)
}
