import AccountCore
import AccountTesting
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts: an administrator makes an account")
struct CreateAccountTests {
    @Test("makes it with all that it may have, and signs nobody in", arguments: IdentityModeName.allCases)
    func everything(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture(mode.mode)
        let body = """
            {"localId":"ann","phoneNumber":"+1 415-555-0100","email":"ANN@example.com","emailVerified":true,\
            "displayName":"Ann","photoUrl":"http://a","password":"correct horse","disabled":true}
            """
        let answer = try await fixture.serve { try await $0.admin("/accounts", body) }
        let expected = """
            {"kind":"identitytoolkit#SignupNewUserResponse","localId":"ann","email":"ann@example.com",\
            "displayName":"Ann"}
            """
        #expect(answer.status == 200)
        #expect(answer.json == (try JSONValue(parsing: expected.utf8)))
        let ann = try #require(try fixture.kept("ann"))
        #expect(ann.phone == "+14155550100" && ann.isEmailVerified && ann.isDisabled && ann.photoURL == "http://a")
        #expect(ann.providers == [.password, .phone] && ann.createdAt == fixture.clock.now && ann.lastSignInAt == nil)
        #expect(PasswordHash(text: ann.passwordHash ?? "") != nil)
    }

    @Test("finds an id of its own, and takes the same call at the path of clients")
    func ownID() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let first = try await api.admin("/accounts", "{}")
            let second = try await api.call(.post, IdentityClient.v1 + "/accounts:signUp", "{}", bearer: "owner")
            #expect(first.text("localId")?.count == 28 && second.text("localId")?.count == 28)
            #expect(first["localId"] != second["localId"] && second["idToken"] == nil)
        }
    }

    @Test(
        "refuses what no account can have, and names that others have",
        arguments: [
            (#"{"localId":"bob"}"#, "DUPLICATE_LOCAL_ID"), (#"{"phoneNumber":"+14155550111"}"#, "PHONE_NUMBER_EXISTS"),
            (#"{"email":"BOB@example.com"}"#, "EMAIL_EXISTS"), (#"{"email":"bob"}"#, "INVALID_EMAIL"),
            (#"{"phoneNumber":"0155"}"#, "INVALID_PHONE_NUMBER : Invalid format."),
            (#"{"password":"12345"}"#, "WEAK_PASSWORD : Password should be at least 6 characters"),
        ])
    func refused(body: String, error: String) async throws {
        let fixture = try IdentityFixture()
        try fixture.account("bob") { ($0.phone, $0.email) = ("+14155550111", "bob@example.com") }
        let answer = try await fixture.serve { try await $0.admin("/accounts", body) }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 9, of: fixture.project.id).count == 1)
    }

    @Test("an id that is too long is refused")
    func edges() async throws {
        try await IdentityFixture().serve { api in
            let id = String(repeating: "x", count: 129)
            let longer = try await api.admin("/accounts", #"{"localId":"\#(id)"}"#)
            #expect(longer.error == "INVALID_LOCAL_ID")
        }
    }
}
