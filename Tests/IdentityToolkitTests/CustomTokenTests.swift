import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:signInWithCustomToken")
struct CustomTokenTests {
    /// A body with an unsigned JWT of this payload.
    private func body(_ payload: String, signature: String = "") -> String {
        let header = Base64.encodeForURL(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        return #"{"token":"\#(header).\#(Base64.encodeForURL(Array(payload.utf8))).\#(signature)"}"#
    }

    private func payload(_ members: String) -> String { #"{"aud":"\#(CustomToken.audience)",\#(members)}"# }

    @Test("makes the account of a new uid, and signs in to the account of a known uid")
    func signIn() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let new = try await api.app("signInWithCustomToken", body(payload(#""uid":"ann""#)))
            #expect(new.status == 200 && new.text("kind") == "identitytoolkit#VerifyCustomTokenResponse")
            #expect(new["isNewUser"] == true && new["refreshToken"] != nil && new.claims?["provider_id"] == nil)
            #expect(new.claims?["sub"] == "ann" && new.claims?["firebase"]?["sign_in_provider"] == "custom")
            fixture.clock.advance(by: .seconds(5))
            let known = try await api.phone("verifyCustomToken", body(payload(#""user_id":"ann""#), signature: "abc"))
            #expect(known["isNewUser"] == false && known.claims?["sub"] == "ann")
            let plain = try await api.app("signInWithCustomToken", #"{"token":"{\"uid\":7,\"claims\":{\"a\":1}}"}"#)
            #expect(plain["isNewUser"] == true && plain.claims?["sub"] == "7")
        }
        #expect(try fixture.kept("ann")?.lastSignInAt == fixture.clock.now)
    }

    @Test("what the token adds is in all ID tokens of its session alone, and wins over the account's claims")
    func claims() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { $0.customClaims = try? CustomClaims(#"{"role":"guest","level":1}"#) }
        try await fixture.serve { api in
            let added = #""uid":"ann","claims":{"role":"cleaner","email":"x@shop.example"}"#
            let answer = try await api.app("signInWithCustomToken", body(payload(added)))
            let refreshed = try await api.call(
                .post, "/securetoken.googleapis.com/v1/token?key=\(IdentityFixture.clientKey)",
                #"{"grantType":"refresh_token","refreshToken":"\#(answer.text("refreshToken") ?? "")"}"#)
            for claims in [answer.claims, refreshed.claims] {
                #expect(claims?["role"] == "cleaner" && claims?["level"] == 1)
                #expect(claims?["sub"] == "ann" && claims?["email"] == nil)
            }
            let plain = try await api.app("signInWithCustomToken", body(payload(#""uid":"ann""#)))
            #expect(plain.claims?["role"] == "guest")
        }
    }

    @Test("keeps a disabled account out")
    func disabled() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { $0.isDisabled = true }
        let answer = try await fixture.serve {
            try await $0.app("signInWithCustomToken", body(payload(#""uid":"ann""#)))
        }
        #expect(answer.error == "USER_DISABLED")
        #expect(try fixture.kept("ann") == ann)
    }

    @Test("refuses what is no custom token")
    func refused() async throws {
        let bodies = [
            ("{}", "MISSING_CUSTOM_TOKEN"), (#"{"token":""}"#, "MISSING_CUSTOM_TOKEN"),
            (#"{"token":"x.y"}"#, "INVALID_CUSTOM_TOKEN : Invalid assertion format"),
            (#"{"token":"x.y.z"}"#, "INVALID_CUSTOM_TOKEN : Invalid assertion format"),
            (#"{"token":"{"}"#, "INVALID_CUSTOM_TOKEN : Neither strict JSON nor a JWT."),
            (
                body(#"{"uid":"ann","aud":"demo-shop"}"#),
                "INVALID_CUSTOM_TOKEN : The audience is not that of custom tokens."
            ),
            (body(payload(#""sub":"ann""#)), "MISSING_IDENTIFIER"), (body(payload(#""uid":[]"#)), "MISSING_IDENTIFIER"),
            (body(payload(#""uid":"ann","claims":[]"#)), "INVALID_CLAIMS"),
            (body(payload(#""uid":"ann","claims":{"aud":"x"}"#)), "FORBIDDEN_CLAIM : aud"),
        ]
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            for (body, error) in bodies {
                let answer = try await api.app("signInWithCustomToken", body)
                #expect(answer.status == 400 && answer.error == error, "\(body)")
            }
        }
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 1, of: fixture.project.id) == [])
    }

    @Test("production believes no token that nobody has signed, with and without a service account")
    func production() async throws {
        let fixture = try IdentityFixture(.production)
        try await fixture.serve { api in
            let unsigned = body(payload(#""uid":"ann""#))
            #expect(try await api.app("signInWithCustomToken", unsigned).error == "OPERATION_NOT_ALLOWED")
            _ = try ServiceAccountBackend(of: fixture)
            for bad in [unsigned, #"{"token":"{\"uid\":7}"}"#, #"{"token":"x.y.z"}"#] {
                let answer = try await api.app("signInWithCustomToken", bad)
                #expect(answer.status == 400 && answer.error?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true)
            }
            #expect(try await api.app("signInWithCustomToken", "{}").error == "MISSING_CUSTOM_TOKEN")
        }
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 1, of: fixture.project.id) == [])
    }

    @Test("production signs in whom a service account of the project names, new or known, with what it adds")
    func signed() async throws {
        let fixture = try IdentityFixture(.production)
        let backend = try ServiceAccountBackend(of: fixture)
        try await fixture.serve { api in
            let first = try await backend.body(uid: "ann", claims: ["role": "guest"], at: fixture.clock.now)
            let new = try await api.app("signInWithCustomToken", first)
            #expect(new.status == 200 && new["isNewUser"] == true && new["refreshToken"] != nil)
            #expect(new.claims?["sub"] == "ann" && new.claims?["role"] == "guest")
            #expect(new.claims?["firebase"]?["sign_in_provider"] == "custom")
            fixture.clock.advance(by: .seconds(1_800))
            let again = try await api.phone("verifyCustomToken", first)
            #expect(again["isNewUser"] == false)
            #expect(again.claims?["auth_time"] == .integer(fixture.clock.now.unixSeconds), "the backend vouches anew")
            fixture.clock.advance(by: .seconds(1_800))
            #expect(try await api.app("signInWithCustomToken", first).error == "INVALID_CUSTOM_TOKEN : It has expired.")
        }
    }

    @Test("a service account opens its own project alone, and nothing once it is removed")
    func bounds() async throws {
        let fixture = try IdentityFixture(.production)
        let backend = try ServiceAccountBackend(of: fixture)
        try await fixture.serve { api in
            let good = try await backend.body(uid: "ann", at: fixture.clock.now)
            let foreign = try await api.app("signInWithCustomToken", good, key: IdentityFixture.otherClientKey)
            #expect(foreign.status == 400 && foreign.error == "CREDENTIAL_MISMATCH")
            #expect(try await api.app("signInWithCustomToken", good).status == 200)
            #expect(try fixture.accountWorld.removeServiceAccount(backend.account.keyID))
            #expect(try await api.app("signInWithCustomToken", good).error == "OPERATION_NOT_ALLOWED")
        }
        #expect(try fixture.kept("ann", in: fixture.other) == nil)
    }

    @Test("a disabled account stays out in production too, and a store that is away is no refusal")
    func unlucky() async throws {
        let fixture = try IdentityFixture(.production)
        let backend = try ServiceAccountBackend(of: fixture)
        try fixture.account("ann") { $0.isDisabled = true }
        try await fixture.serve { api in
            let body = try await backend.body(uid: "ann", at: fixture.clock.now)
            #expect(try await api.app("signInWithCustomToken", body).error == "USER_DISABLED")
        }
        let silent = try IdentityFixture(.production)
        let other = try ServiceAccountBackend(of: silent)
        silent.accountWorld.away = [.serviceAccounts]
        try await silent.serve { api in
            let body = try await other.body(uid: "ann", at: silent.clock.now)
            #expect(try await api.app("signInWithCustomToken", body).status == 503)
        }
    }
}
