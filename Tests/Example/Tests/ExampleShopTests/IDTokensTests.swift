import AsyncHTTPClient
import Foundation
import Hummingbird
import JWTKit
import Testing

@testable import ExampleShop

@Suite("ID tokens in the shop", .timeLimit(.minutes(10)))
struct IDTokensTests {
    /// Signs tokens as verifyd does, and others.
    private struct Signer {
        var key: SigningKey
        var id = "k1"

        func token(_ change: (inout IDTokens.Claims) -> Void = { _ in }) async throws -> String {
            var claims = IDTokens.Claims(
                iss: "https://auth.shop.example/people", aud: "demo-shop", sub: "ada",
                exp: ExpirationClaim(value: Date().addingTimeInterval(3_600)), phoneNumber: "+4915112345678")
            change(&claims)
            let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256, kid: JWKIdentifier(string: id))
            return try await keys.sign(claims, kid: JWKIdentifier(string: id))
        }
    }

    private func withTokens(
        _ server: KeyServer, _ test: @escaping @Sendable (IDTokens) async throws -> Void
    ) async throws {
        try await server.serve { url in
            try await test(
                IDTokens(
                    http: .shared, keysURL: url, issuer: "https://auth.shop.example/people", project: "demo-shop"))
        }
    }

    private func status(_ tokens: IDTokens, _ token: String) async throws -> Int {
        do {
            _ = try await tokens.claims(of: token)
            return 200
        } catch let error as HTTPError { return error.status.code }
    }

    @Test("takes a token of the project, and none that is forged, expired, foreign or a tester's")
    func claims() async throws {
        let (server, signer) = (KeyServer(), Signer(key: try KeyServer.key()))
        await server.publish(["k1": signer.key])
        let stranger = Signer(key: try KeyServer.key())
        let hmac = await JWTKeyCollection().add(
            hmac: "a secret of a stranger, of 32 bytes or more", digestAlgorithm: .sha256, kid: "k1")
        try await withTokens(server) { tokens in
            let good = try await signer.token()
            let claims = try await tokens.claims(of: good)
            #expect(claims.phoneNumber == "+4915112345678")
            let parts = good.split(separator: ".").map(String.init)
            let header = Data(#"{"alg":"none","kid":"k1"}"#.utf8).base64EncodedString().replacing("=", with: "")
            let refused = [
                try await signer.token { $0.exp = ExpirationClaim(value: Date().addingTimeInterval(-1)) },
                try await signer.token { $0.iss = "https://securetoken.google.com/demo-shop" },
                try await signer.token { $0.aud = "other-shop" },
                try await signer.token { $0.aud = AudienceClaim(value: ["demo-shop", "other-shop"]) },
                try await signer.token { $0.tester = true },
                try await stranger.token(), "\(parts[0]).\(parts[1]).", "\(header).\(parts[1]).", "", "a.b.c",
                try await hmac.sign(
                    IDTokens.Claims(
                        iss: "https://auth.shop.example/people", aud: "demo-shop", sub: "ada",
                        exp: ExpirationClaim(value: .distantFuture)), kid: "k1"),
            ]
            for (index, token) in refused.enumerated() {
                let status = try await status(tokens, token)
                #expect(status == 401, "token \(index)")
            }
            #expect(await server.calls == 1)
        }
    }

    @Test(
        "says when to come back while there are no keys; keeps those that it has, and asks for new ones not every time")
    func outage() async throws {
        let (server, signer) = (KeyServer(), Signer(key: try KeyServer.key()))
        let next = Signer(key: try KeyServer.key(), id: "k2")
        let (present, coming) = (try await signer.token(), try await next.token())
        try await withTokens(server) { tokens in
            await server.goAway()
            let early = try await status(tokens, present)
            #expect(early == 503)
        }
        let back = KeyServer()
        await back.publish(["k1": signer.key])
        try await withTokens(back) { tokens in
            let first = try await status(tokens, present)
            await back.publish(["k1": signer.key, "k2": next.key])
            // The keys were read less than ten seconds ago.
            let soon = try await status(tokens, coming)
            await back.goAway()
            let later = try await status(tokens, present)
            #expect(first == 200 && soon == 401 && later == 200)
            #expect(await back.calls == 1)
        }
    }
}
