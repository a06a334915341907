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
        #expect(try fixture.accounts.accounts(after: nil, limit: 1, of: fixture.project.id) == [])
    }

    @Test("production believes no token that nobody checks")
    func production() async throws {
        let fixture = try IdentityFixture(.production)
        let answer = try await fixture.serve {
            try await $0.app("signInWithCustomToken", body(payload(#""uid":"ann""#)))
        }
        #expect(answer.status == 400 && answer.error == "OPERATION_NOT_ALLOWED")
        #expect(try fixture.kept("ann") == nil)
    }
}
