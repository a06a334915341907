import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Claims")
struct ClaimsTests {
    private let now = Timestamp(microseconds: 1_800_000_000_900_000)

    @Test("custom claims are a JSON object of at most 1,000 characters without a reserved name")
    func custom() throws {
        #expect(try CustomClaims(#"{"admin":true,"name":"x"}"#).members["admin"] == true)
        let longest = #"{"a":""# + String(repeating: "x", count: 992) + #""}"#
        #expect(longest.count == 1_000 && (try? CustomClaims(longest)) != nil)
        let bad: [(String, AccountError)] = [
            (longest + " ", .refused(.claimsTooLarge)), ("[1]", .refused(.invalidClaims)),
            ("", .refused(.invalidClaims)), ("{", .refused(.invalidClaims)), ("null", .refused(.invalidClaims)),
            (#"{"a":1,"firebase":{}}"#, .refused(.forbiddenClaim, "firebase")),
        ]
        for (text, error) in bad {
            #expect(throws: error) { try CustomClaims(text) }
        }
        for name in CustomClaims.reserved {
            #expect(throws: AccountError.refused(.forbiddenClaim, name)) { try CustomClaims("{\"\(name)\":1}") }
        }
    }

    @Test("an ID token says who, where and how, and times in whole seconds")
    func phone() throws {
        var account = try account()
        account.phone = "+14155550123"
        // Another session of the account began later.
        account.lastSignInAt = now + .seconds(-1)
        let claims = try claims(account, SignInMethod(.phone))
        #expect(claims["iss"] == "https://issuer.test/demo-shop" && claims["aud"] == "demo-shop")
        #expect(claims["sub"] == "user-1" && claims["user_id"] == "user-1")
        #expect(claims["iat"] == 1_800_000_000 && claims["exp"] == 1_800_003_600)
        #expect(claims["auth_time"] == 1_799_999_940 && claims["phone_number"] == "+14155550123")
        for name in ["email", "email_verified", "name", "picture", "provider_id"] { #expect(claims[name] == nil) }
        let session = #"{"identities":{"phone":["+14155550123"]},"sign_in_provider":"phone"}"#
        #expect(claims["firebase"] == (try JSONValue(parsing: session.utf8)))
    }

    @Test("custom claims may replace the name, and nothing that says who somebody is")
    func precedence() throws {
        var account = try account()
        account.displayName = "Ann"
        account.customClaims = try CustomClaims(
            #"{"name":"Other","email":"x@y.test","phone_number":"+1","user_id":"root","email_verified":true,"level":3}"#
        )
        let claims = try claims(account, SignInMethod(.phone))
        #expect(claims["name"] == "Other" && claims["level"] == 3 && claims["user_id"] == "user-1")
        #expect(claims["email"] == nil && claims["phone_number"] == nil && claims["email_verified"] == nil)
    }

    @Test("a session with a second factor says which, and an identity of each provider is named")
    func secondFactor() throws {
        var account = try account()
        let facebook = try #require(ProviderID("facebook.com"))
        (account.email, account.links) = ("ann@shop.test", [ProviderLink(facebook, rawID: "77")])
        let method = SignInMethod(facebook, secondFactor: .init(.phone, enrollmentID: "factor-1"))
        let session = try #require(try claims(account, method)["firebase"])
        #expect(
            session["sign_in_second_factor"] == "phone" && session["second_factor_identifier"] == "factor-1")
        #expect(session["identities"]?["facebook.com"] == ["77"])
        #expect(session["identities"]?["email"] == ["ann@shop.test"])
    }

    private func account() throws -> Account {
        Account(try #require(LocalID("user-1")), createdAt: now)
    }

    private func claims(_ account: Account, _ method: SignInMethod) throws -> JSONObject {
        let project = try #require(ProjectID("demo-shop"))
        return IDTokenClaims(
            of: account, method, project: project, issuer: "https://issuer.test/demo-shop",
            signedInAt: now + .seconds(-60), at: now
        ).json
    }
}
