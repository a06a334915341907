import AccountCore
import Accounts
import HTTPTypes
import StrictJSON
import Testing

@testable import IdentityToolkit

@Suite("accounts:createAuthUri, and what is not served")
struct SignInMethodsTests {
    private let body = #"{"identifier":"ANN@example.com","continueUri":"http://localhost"}"#

    @Test("the emulator names the ways in of an address, and never the phone")
    func known() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") {
            ($0.email, $0.phone, $0.passwordHash) = ("ann@example.com", "+14155550100", "a hash")
            $0.links = [ProviderLink(.facebook, rawID: "1")]
        }
        let answer = try await fixture.serve { try await $0.app("createAuthUri", body) }
        #expect(answer.status == 200 && answer.text("kind") == "identitytoolkit#CreateAuthUriResponse")
        #expect(answer["registered"] == true && answer["signinMethods"] == ["password", "facebook.com"])
        #expect(answer["allProviders"] == answer["signinMethods"] && answer.text("sessionId")?.count == 27)
    }

    @Test("an address that nobody has is not registered, and a session id comes back as it came")
    func unknown() async throws {
        let answer = try await IdentityFixture().serve {
            try await $0.phone("createAuthUri", #"{"identifier":"a@b","continueUri":"app://x","sessionId":"s"}"#)
        }
        #expect(answer["registered"] == false && answer["signinMethods"] == [] && answer.text("sessionId") == "s")
    }

    @Test("production tells nobody who has an account")
    func production() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann") { $0.email = "ann@example.com" }
        let answer = try await fixture.serve { try await $0.app("createAuthUri", body) }
        #expect(answer.json?.object?.members.map(\.key) == ["kind", "sessionId"])
    }

    @Test("says in the wire's order what is missing or wrong")
    func refused() async throws {
        let bodies = [
            ("{}", "MISSING_IDENTIFIER"), (#"{"identifier":"a@b"}"#, "MISSING_CONTINUE_URI"),
            (#"{"identifier":"ab","continueUri":"http://a"}"#, "INVALID_IDENTIFIER"),
            (#"{"identifier":"a@b","continueUri":"localhost"}"#, "INVALID_CONTINUE_URI"),
            (#"{"identifier":"a@b","continueUri":"http:///"}"#, "INVALID_CONTINUE_URI"),
        ]
        try await IdentityFixture().serve { api in
            for (body, error) in bodies {
                let answer = try await api.app("createAuthUri", body)
                #expect(answer.error == error)
            }
            let redirect = try await api.app("createAuthUri", #"{"providerId":"facebook.com"}"#)
            #expect(redirect.status == 501)
        }
    }

    @Test("what is not served is 501 in the wire's envelope, and a call without a key is refused before")
    func notServed() async throws {
        try await IdentityFixture().serve { api in
            for method in ["sendOobCode", "resetPassword", "signInWithEmailLink"] {
                let answer = try await api.app(method, "{}")
                #expect(answer.status == 501 && answer["error"]?["status"] == "NOT_IMPLEMENTED")
                #expect(answer["error"]?["errors"]?.array?.first?["reason"] == "unimplemented")
            }
            #expect(try await api.call(.post, IdentityClient.v1 + "/accounts:sendOobCode", "{}").status == 403)
        }
    }
}
