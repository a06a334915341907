import AccountCore
import Connections
import Crypto
import Foundation
import GatewayConformance
import Gateways
import StrictJSON
import TestSupport
import Testing
import VerificationCore

@Suite("Apple's token service", .timeLimit(.minutes(10)))
struct AppleTokenServiceTests {
    private static let now = Timestamp(seconds: 1_767_229_200)
    private static let key = P256.Signing.PrivateKey()

    private func revocation(
        _ kind: AppleRevocation.Kind, at url: String, redirect: String? = nil, pem: String? = nil
    ) throws -> AppleRevocation {
        var provider = IdentityProvider(.apple)
        (provider.audiences, provider.ownServiceURL) = (["com.example.shop", "com.example.shop.web"], url)
        provider.appleKey = IdentityProvider.AppleKey(team: "DEF123GHIJ", key: "ABC123DEFG")
        var revocation = try #require(
            AppleRevocation(
                of: "t0ken+&", kind, at: provider, bundle: "com.example.shop.web",
                privateKey: pem ?? Self.key.pemRepresentation, now: Self.now))
        revocation.redirectURI = redirect
        return revocation
    }

    private func failure(
        _ kind: AppleRevocation.Kind, after answer: StandInAnswer, within limit: Duration? = nil
    ) async throws -> (AppleTokenError?, calls: Int) {
        let server = try await ProviderStandIn.start(answer)
        var failure: AppleTokenError?
        do throws(AppleTokenError) {
            let revocation = try? revocation(kind, at: "http://127.0.0.1:\(server.port)")
            if let revocation { try await AppleTokenService(within: limit).revoke(revocation) }
        } catch {
            failure = error
        }
        let calls = server.requests.count
        try await server.stop()
        return (failure, calls)
    }

    @Test("a refresh token and an access token are revoked with one form, whose secret the team's key has signed")
    func tokens() async throws {
        for (kind, hint) in [(.refreshToken, "refresh_token"), (.accessToken, "access_token")]
            as [(AppleRevocation.Kind, String)]
        {
            let server = try await ProviderStandIn.start(.whole(200, ""))
            try await AppleTokenService().revoke(try revocation(kind, at: "http://127.0.0.1:\(server.port)"))
            let requests = server.requests
            try await server.stop()
            #expect(requests.map(\.uri) == ["/auth/revoke"] && requests[0].method == "POST")
            var form = try #require(requests[0].form)
            let secret = form.removeValue(forKey: "client_secret")
            try checkSecret(secret ?? "")
            #expect(form == ["client_id": "com.example.shop.web", "token": "t0ken+&", "token_type_hint": hint])
        }
    }

    private func checkSecret(_ secret: String) throws {
        let parts = secret.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let read = parts.map { Base64.decode($0) ?? [] }
        #expect(try JSONValue(parsing: read[0]) == ["alg": "ES256", "kid": "ABC123DEFG", "typ": "JWT"])
        let claims = try JSONValue(parsing: read[1])
        #expect(
            claims == [
                "iss": "DEF123GHIJ", "iat": 1_767_229_200, "exp": 1_767_229_500, "aud": "https://appleid.apple.com",
                "sub": "com.example.shop.web",
            ])
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(read[2]))
        #expect(Self.key.publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
    }

    @Test("a code is exchanged first, and what it was exchanged for is revoked")
    func code() async throws {
        for (answer, token, hint) in [
            (#"{"access_token":"a","refresh_token":"r","expires_in":3600}"#, "r", "refresh_token"),
            (#"{"access_token":"a"}"#, "a", "access_token"),
        ] {
            let server = try await ProviderStandIn.start()
            server.answer { $0.uri == "/auth/token" ? .json(200, answer) : .whole(200, "") }
            let url = "http://127.0.0.1:\(server.port)/"
            try await AppleTokenService().revoke(try revocation(.code, at: url, redirect: "https://shop.example/back"))
            let requests = server.requests
            try await server.stop()
            #expect(requests.map(\.uri) == ["/auth/token", "/auth/revoke"])
            let form = try #require(requests[0].form)
            #expect(form["code"] == "t0ken+&" && form["grant_type"] == "authorization_code")
            #expect(form["redirect_uri"] == "https://shop.example/back" && form["client_id"] == "com.example.shop.web")
            let second = try #require(requests[1].form)
            #expect(second["token"] == token && second["token_type_hint"] == hint)
        }
    }

    @Test("Apple's errors say whether the code or the team's key is at fault, and a bad code revokes nothing")
    func errors() async throws {
        for (status, body, expected) in [
            (400, #"{"error":"invalid_grant","error_description":"The code t0ken+& was used"}"#, .badToken),
            (400, #"{"error":"invalid_client"}"#, .unusable("invalid_client")), (400, "{}", .unusable("status 400")),
            (401, #"{"error":"t0ken+&"}"#, .unusable("status 401")), (302, "", .unusable("status 302")),
            (500, #"{"error":"invalid_grant"}"#, .unusable("status 500")),
        ] as [(Int, String, AppleTokenError)] {
            for kind in [AppleRevocation.Kind.refreshToken, .code] {
                let (failure, calls) = try await failure(kind, after: .json(status, body))
                #expect(failure == expected && calls == 1, "\(status) \(body)")
            }
        }
        #expect(try await failure(.code, after: .json(200, "{}")).0 == .unusable("the answer has no token"))
    }

    @Test("both calls share one time, and a silent service revokes nothing")
    func silent() async throws {
        try await withTimeEnough { time in
            try await failure(.code, after: .silence, within: time).0 == .unreachable("timeout")
        }
        let server = try await ProviderStandIn.start()
        server.answer { $0.uri == "/auth/token" ? .json(200, #"{"refresh_token":"r"}"#) : .silence }
        let revocation = try revocation(.code, at: "http://127.0.0.1:\(server.port)")
        await withTimeEnough { time in
            do throws(AppleTokenError) {
                try await AppleTokenService(within: time).revoke(revocation)
                return false
            } catch {
                return error == .unreachable("timeout")
            }
        }
        try await server.stop()
    }

    @Test("a key that is none, and a URL that anybody on the way could read, let no token out")
    func unusable() async throws {
        await #expect(throws: AppleTokenError.unusable("the private key is no key of P-256 in PEM")) {
            try await AppleTokenService().revoke(try revocation(.code, at: "https://apple.example", pem: "secret"))
        }
        for url in ["http://apple.example", "https://apple.example/?a=", "nonsense"] {
            await #expect(throws: AppleTokenError.unusable("the URL is malformed")) {
                try await AppleTokenService().revoke(try revocation(.code, at: url))
            }
        }
        let shown = String(reflecting: try revocation(.code, at: "https://apple.example"))
        #expect(!shown.contains("t0ken") && !shown.contains("PRIVATE"))
    }
}
