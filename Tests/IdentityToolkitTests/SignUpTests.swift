import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:signUp")
struct SignUpTests {
    @Test("makes the account of a guest, who is signed in at once", arguments: ["{}", #"{"returnSecureToken":true}"#])
    func guest(body: String) async throws {
        let fixture = try IdentityFixture()
        let (web, phone) = try await fixture.serve {
            (try await $0.app("signUp", body), try await $0.phone("signupNewUser", body))
        }
        for answer in [web, phone] {
            #expect(answer.status == 200 && answer.text("kind") == "identitytoolkit#SignupNewUserResponse")
            #expect(answer.text("expiresIn") == "3600" && answer["refreshToken"] != nil && answer["email"] == nil)
            #expect(answer.claims?["provider_id"] == "anonymous")
            let guest = try #require(try fixture.kept(try answer.required("localId")))
            #expect(guest.providers == [] && guest.lastSignInAt == fixture.clock.now)
        }
        #expect(web["localId"] != phone["localId"])
    }

    @Test("production lets guests in only where the project's configuration does")
    func guestsOfProduction() async throws {
        let closed = try await IdentityFixture(.production).serve { try await $0.app("signUp", "{}") }
        #expect(closed.error == "ADMIN_ONLY_OPERATION")
        let others = JSONObject().setting(["signIn", "anonymous", "enabled"], to: true)
        let open = try await IdentityFixture(.production, others: others).serve { try await $0.app("signUp", "{}") }
        #expect(open.status == 200 && open["idToken"] != nil)
    }

    @Test("the emulator makes an account by e-mail, by whose password its owner comes in again")
    func email() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let body = #"{"email":"ANN@example.com","password":"correct horse","displayName":"Ann"}"#
            let answer = try await api.app("signUp", body)
            #expect(answer.status == 200 && answer.text("email") == "ann@example.com")
            #expect(answer.text("displayName") == "Ann")
            #expect(answer.claims?["firebase"]?["sign_in_provider"] == "password")
            let again = try await api.app(
                "signInWithPassword", #"{"email":"ann@EXAMPLE.com","password":"correct horse"}"#)
            #expect(again.text("localId") == answer.text("localId"))
            #expect(try await api.app("signUp", body).error == "EMAIL_EXISTS")
        }
    }

    @Test("the emulator gives a guest's account an address and a password, and ends the guest's token")
    func link() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann") { $0.displayName = "Ann" })
        try fixture.account("bob") { $0.email = "bob@example.com" }
        fixture.clock.advance(by: .seconds(2))
        try await fixture.serve { api in
            let taken = #"{"idToken":"\#(token)","email":"bob@example.com","password":"correct horse"}"#
            #expect(try await api.app("signUp", taken).error == "EMAIL_EXISTS")
            let body = #"{"idToken":"\#(token)","email":"ann@example.com","password":"correct horse"}"#
            let answer = try await api.app("signUp", body)
            #expect(answer.text("localId") == "ann" && answer.text("displayName") == "Ann")
            #expect(answer.claims?["firebase"]?["sign_in_provider"] == "password")
            #expect(try await api.app("signUp", body).error == "TOKEN_EXPIRED")
        }
        let ann = try fixture.kept("ann")
        #expect(ann?.providers == [.password] && ann?.isEmailVerified == false && ann?.validSince == fixture.clock.now)
    }

    @Test(
        "says in the wire's order what is missing or wrong",
        arguments: [
            (#"{"localId":"ann"}"#, "UNEXPECTED_PARAMETER : User ID"), (#"{"email":""}"#, "INVALID_EMAIL"),
            (#"{"password":"123456"}"#, "MISSING_EMAIL"), (#"{"email":"a@b"}"#, "MISSING_PASSWORD"),
            (#"{"email":"ab","password":"123456"}"#, "INVALID_EMAIL"), (#"{"idToken":"x"}"#, "MISSING_EMAIL"),
            (#"{"email":"a@b","password":"12345"}"#, "WEAK_PASSWORD : Password should be at least 6 characters"),
            (#"{"idToken":"x","email":"a@b","password":"123456"}"#, "INVALID_ID_TOKEN"),
            (#"{"tenantId":"t"}"#, "UNSUPPORTED_TENANT_OPERATION"),
        ])
    func refused(body: String, error: String) async throws {
        let fixture = try IdentityFixture()
        let answer = try await fixture.serve { try await $0.app("signUp", body) }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 1, of: fixture.project.id) == [])
    }

    @Test("production makes no account by e-mail for a client, also where people may sign in by password")
    func production() async throws {
        let fixture = try IdentityFixture(.production, others: JSONObject(passwords: true))
        let token = try await fixture.idToken(try fixture.account("ann"))
        try await fixture.serve { api in
            for start in ["{", #"{"idToken":"\#(token)","#] {
                let answer = try await api.app("signUp", start + #""email":"a@b","password":"123456"}"#)
                #expect(answer.status == 400 && answer.error == "OPERATION_NOT_ALLOWED")
            }
        }
    }
}
