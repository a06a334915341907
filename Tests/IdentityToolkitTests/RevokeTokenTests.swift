import AccountCore
import AccountTesting
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore

@Suite("Revoking Apple's tokens")
struct RevokeTokenTests {
    private let fixture: IdentityFixture

    init() throws {
        fixture = try IdentityFixture(.production)
        var project = fixture.project
        var apple = IdentityProvider(.apple)
        apple.audiences = ["com.example.shop", "com.example.shop.web"]
        apple.appleKey = IdentityProvider.AppleKey(team: "DEF123GHIJ", key: "ABC123DEFG")
        apple.secret = fixture.keyRing.seal(
            Array("PEM".utf8), for: IdentityProvider.purpose(of: project.id, .apple))
        project.identities[.apple] = apple
        _ = try fixture.accountWorld.save(project)
    }

    private func idToken(_ id: String, _ provider: ProviderID = .apple) async throws -> String {
        let account = try fixture.account(id) { $0.links = [ProviderLink(provider, rawID: "001234.\(id)")] }
        return try await fixture.idToken(account, SignInMethod(provider))
    }

    private func revoke(
        _ client: IdentityClient, _ body: JSONObject, bundle: String? = nil
    ) async throws -> WireAnswer {
        var headers = HTTPFields()
        if let bundle, let name = HTTPField.Name("X-Ios-Bundle-Identifier") { headers[name] = bundle }
        let path = "\(IdentityClient.v2)/accounts:revokeToken?key=\(IdentityFixture.clientKey)"
        return try await client.call(
            .post, path, String(decoding: JSONValue.object(body).serialized, as: UTF8.self), headers: headers)
    }

    private func body(_ idToken: String, _ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var body: JSONObject = [
            "providerId": "apple.com", "tokenType": "3", "token": "c0de", "idToken": .string(idToken),
        ]
        for (name, value) in changes { body[name] = value }
        return body
    }

    @Test("a code, and a token by its name or its place, goes to Apple for the app that calls")
    func revoked() async throws {
        let idToken = try await idToken("ada")
        try await fixture.serve { client in
            for type in ["3", 3, "CODE", "ACCESS_TOKEN", 1] as [JSONValue] {
                let wish = body(idToken, ["tokenType": type])
                let answer = try await revoke(client, wish, bundle: "com.example.shop.web")
                #expect(answer.status == 200 && answer.body == "{}", "\(answer.body)")
            }
            #expect(try await revoke(client, body(idToken), bundle: "com.example.other").status == 200)
        }
        let revoked = fixture.apple.revoked
        #expect(revoked.map(\.kind) == [.code, .code, .code, .accessToken, .refreshToken, .code])
        #expect(revoked.map(\.client) == Array(repeating: "com.example.shop.web", count: 5) + ["com.example.shop"])
        #expect(revoked.allSatisfy { $0.token == "c0de" && $0.privateKey == "PEM" && $0.key.team == "DEF123GHIJ" })
    }

    @Test("who is not signed in to an account of Apple's, and a call that says too little, revokes nothing")
    func refused() async throws {
        let (idToken, other) = (try await idToken("ada"), try await idToken("bob", .google))
        try await fixture.serve { client in
            for (changes, words) in [
                (["providerId": nil], "MISSING_PROVIDER_ID"), (["providerId": "google.com"], "INVALID_PROVIDER_ID"),
                (["idToken": nil], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
                (["idToken": .string(other)], "INVALID_PROVIDER_ID"), (["token": nil], "INVALID_ARGUMENT"),
                (["tokenType": nil], "INVALID_ARGUMENT"), (["tokenType": 0], "INVALID_ARGUMENT"),
                (["tokenType": "SECRET"], "Invalid JSON payload"),
                (["token": .string(String(repeating: "a", count: 9_000))], "INVALID_ARGUMENT"),
            ] as [([String: JSONValue?], String)] {
                let answer = try await revoke(client, body(idToken, changes))
                #expect(answer.status == 400 && answer.error?.hasPrefix(words) == true, "\(answer.body)")
            }
        }
        #expect(fixture.apple.revoked.isEmpty)
    }

    @Test("Apple's refusal is a bad credential, and its silence leaves the call to be repeated")
    func failures() async throws {
        let idToken = try await idToken("ada")
        try await fixture.serve { client in
            fixture.apple.fail(.badToken)
            let refused = try await revoke(client, body(idToken))
            #expect(refused.error?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
            fixture.apple.fail(.unusable("invalid_client"))
            let failed = try await revoke(client, body(idToken))
            #expect(failed.status == 503)
        }
        #expect("\(fixture.problems.all)".contains("invalid_client"))
    }

    @Test("a project without a key of Apple's revokes nothing, and neither does an emulator")
    func notTaken() async throws {
        for mode in [IdentityMode.production, .emulator] {
            let plain = try IdentityFixture(mode)
            let account = try plain.account("ada") { $0.links = [ProviderLink(.apple, rawID: "1")] }
            let token = try await plain.idToken(account, SignInMethod(.apple))
            try await plain.serve { client in
                let answer = try await revoke(client, body(token))
                #expect(mode == .emulator ? answer.status == 501 : answer.error == "OPERATION_NOT_ALLOWED")
                #expect(try await client.call(.post, "\(IdentityClient.v2)/accounts:revokeToken", nil).status == 403)
            }
        }
    }
}
