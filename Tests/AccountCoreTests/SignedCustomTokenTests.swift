import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Custom tokens whose signature is right")
struct SignedCustomTokenTests {
    private static let now = Timestamp(seconds: 1_767_229_200)
    private let account: ServiceAccount
    private let other: ProjectID

    init() throws {
        account = ServiceAccount(
            keyID: "k", project: try #require(ProjectID("demo-shop")),
            email: "verifyd-k@demo-shop.iam.gserviceaccount.com", publicKey: "", createdAt: Self.now)
        other = try #require(ProjectID("other-shop"))
    }

    /// What firebase-admin writes, with these members changed or, by null, left out.
    private func payload(_ changes: [String: JSONValue] = [:]) -> JSONObject {
        var payload: JSONObject = [
            "iss": .string(account.email), "sub": .string(account.email), "aud": .string(CustomToken.audience),
            "uid": "ann", "iat": .integer(Self.now.unixSeconds), "exp": .integer(Self.now.unixSeconds + 3_600),
        ]
        for (name, value) in changes { payload[name] = value == .null ? nil : value }
        return payload
    }

    private func read(_ changes: [String: JSONValue], at now: Timestamp = now) throws(AccountError) -> CustomToken {
        try CustomToken(payload(changes), signedBy: account, for: account.project, at: now)
    }

    private func seconds(_ offset: Int64) -> JSONValue { .integer(Self.now.unixSeconds + offset) }

    @Test("name somebody, and may add claims")
    func good() throws {
        let plain = try read([:])
        #expect(plain.id.text == "ann" && plain.claims == nil)
        let claims = try read(["claims": ["role": "guest", "levels": [1, 2]]]).claims
        #expect(claims?.members["role"] == "guest" && claims?.members["levels"] == [1, 2])
        let longest = String(repeating: "é", count: 128)
        #expect(try read(["uid": .string(longest)]).id.text == longest)
    }

    @Test("are good from a minute before they were made until they end, and for an hour at most")
    func times() throws {
        for (made, end, now) in [(0, 3_600, -60), (0, 3_600, 3_599), (0, 1, 0), (-3_599, 1, 0)] as [(Int64, Int64, Int)]
        {
            _ = try read(["iat": seconds(made), "exp": seconds(end)], at: Self.now + .seconds(now))
        }
        for (made, end, now) in [
            (0, 3_600, -61), (0, 3_600, 3_600), (0, 3_601, 0), (0, 0, 0), (10, 5, 0), (-3_600, 0, 0),
        ] as [(Int64, Int64, Int)] {
            #expect(throws: AccountError.self, "\(made) \(end) \(now)") {
                try read(["iat": seconds(made), "exp": seconds(end)], at: Self.now + .seconds(now))
            }
        }
        for bad: JSONValue in [.null, "1767229200", 1_767_229_200.5, .integer(-1), .integer(.min), .integer(.max)] {
            for name in ["iat", "exp"] {
                #expect(throws: AccountError.self, "\(name) \(bad)") { try read([name: bad]) }
            }
        }
        #expect(throws: AccountError.self) { try read(["iat": .integer(.min), "exp": .integer(.max)]) }
    }

    @Test("are refused by the wire's word for what no library of a backend writes")
    func bad() throws {
        for (name, value) in [
            ("aud", .null), ("aud", "demo-shop"), ("aud", [.string(CustomToken.audience)]), ("iss", .null),
            ("iss", "someone@demo-shop.iam.gserviceaccount.com"), ("sub", .null), ("sub", "ann"), ("uid", .null),
            ("uid", ""), ("uid", 7), ("uid", true), ("uid", "a\nb"),
            ("uid", .string(String(repeating: "u", count: 129))),
            ("tenant_id", "t"),
        ] as [(String, JSONValue)] {
            do throws(AccountError) {
                _ = try read([name: value])
                Issue.record("\(name) \(value)")
            } catch {
                guard case .refused(.invalidCustomToken, _) = error else {
                    Issue.record("\(name) \(value): \(error)")
                    continue
                }
            }
        }
        #expect(throws: AccountError.refused(.forbiddenClaim, "sub")) { try read(["claims": ["sub": "eve"]]) }
        #expect(throws: AccountError.refused(.invalidClaims)) { try read(["claims": "no"]) }
        let large = JSONValue.string(String(repeating: "x", count: 1_000))
        #expect(throws: AccountError.refused(.claimsTooLarge)) { try read(["claims": ["a": large]]) }
    }

    @Test("open nothing but the project of their account")
    func otherProject() {
        #expect(throws: AccountError.refused(.credentialMismatch)) {
            try CustomToken(payload(), signedBy: account, for: other, at: Self.now)
        }
    }
}
