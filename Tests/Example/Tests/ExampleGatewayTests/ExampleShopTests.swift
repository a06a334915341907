import Foundation
import Testing

/// The shop of the article about Swift backends, with a real verifyd behind it.
@Suite("the shop of the article", .timeLimit(.minutes(10)))
struct ExampleShopTests {
    private static let number = "+4915112345678"
    private static let keys = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"

    @Test("signs a person in by a code, takes ID tokens, and says when to come back while verifyd is away")
    func journey() async throws {
        let installation = try await Installation(
            """
            gateways: [{name: main, kind: sandbox}]
            sandbox: {port: 0}
            identity: {port: 0, mode: production, project: demo-shop}
            """)
        do {
            try await journey(with: installation)
        } catch {
            try await installation.remove()
            throw error
        }
        try await installation.remove()
    }

    private func journey(with installation: Installation) async throws {
        let (api, _) = try await installation.serve(after: [
            ["apps", "add", "other", "--name", "Other", "--regions", "all"],
            ["projects", "set", "demo-shop", "--app", "demo"], ["projects", "set", "other-shop", "--app", "other"],
            ["test-numbers", "add", "demo", "+16505553434", "--code", "654321"],
            ["test-numbers", "add", "other", "+16505553434", "--code", "654321"],
        ])
        let identity = try await installation.address(of: "Firebase surface listens")
        let inbox = try await installation.address(of: "sandbox inbox listens")
        let secret = try await installation.print("apps", "events", "demo", "--url", "http://127.0.0.1:9/")["secret"]
        let address = try await installation.serve(
            "ExampleShop",
            with: [
                "VERIFYD_URL": api.base, "VERIFYD_KEY": try #require(api.key), "PORT": "0",
                "VERIFYD_KEYS_URL": identity + Self.keys, "VERIFYD_PROJECT": "demo-shop",
                "VERIFYD_ISSUER": "https://securetoken.google.com/demo-shop",
                "VERIFYD_EVENTS_SECRET": try #require(secret as? String),
            ], until: "listening on ")
        let shop = Caller(base: "http://" + address, key: nil)

        let id = try #require(try await shop.call("/sign-in/start", ["phoneNumber": Self.number])["id"] as? String)
        let code = try await code(from: inbox)
        let wrong = try await shop.call("/sign-in/check", ["id": id, "code": code == "000000" ? "111111" : "000000"])
        #expect(wrong["remainingChecks"] as? Int == 4)
        let session = try await shop.call("/sign-in/check", ["id": id, "code": code])["session"] as? String
        #expect(try await orders(shop, by: try #require(session)) == 200)
        #expect(try await shop.call("/sign-in/check", ["id": id, "code": code])["startAgain"] as? Bool == true)

        // Only the address changes; the secret stays.
        try await installation.print("apps", "events", "demo", "--url", shop.base + "/events")
        let tried = try await installation.print("apps", "events", "demo", "--test")
        #expect(tried["status"] as? Int == 204, "\(tried)")
        #expect(try await shop.answer("/events", ["type": "verification.approved"]).statusCode == 401)

        let token = try await signIn(at: identity, with: try await installation.key(of: "demo", scope: "client"))
        #expect(try await orders(shop, by: token) == 200)
        #expect(try await orders(shop, by: String(token.dropLast(8)) + "AAAAAAAA") == 401)
        let other = try await signIn(at: identity, with: try await installation.key(of: "other", scope: "client"))
        #expect(try await orders(shop, by: other) == 401)
        #expect(try await orders(shop, by: "no-token") == 401)

        await installation.stopService()
        let answer = try await shop.answer("/sign-in/start", ["phoneNumber": Self.number])
        #expect(answer.statusCode == 503 && answer.value(forHTTPHeaderField: "retry-after") != nil)
        #expect(try await orders(shop, by: token) == 200)
    }

    private func code(from inbox: String) async throws -> String {
        let messages = try await Caller(base: inbox, key: nil).call("/api/messages")["messages"] as? [[String: Any]]
        return try #require(messages?.first?["code"] as? String)
    }

    /// Signs in with a test number, as an app does, and returns the ID token.
    private func signIn(at identity: String, with key: String) async throws -> String {
        let app = Caller(base: identity + "/identitytoolkit.googleapis.com/v1/accounts:", key: nil)
        let sent = try await app.call("sendVerificationCode?key=\(key)", ["phoneNumber": "+16505553434"])
        let info = try #require(sent["sessionInfo"] as? String)
        let answer = try await app.call("signInWithPhoneNumber?key=\(key)", ["sessionInfo": info, "code": "654321"])
        return try #require(answer["idToken"] as? String)
    }

    private func orders(_ shop: Caller, by token: String) async throws -> Int {
        try await Caller(base: shop.base, key: token).answer("/orders").statusCode
    }
}
