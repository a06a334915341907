import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:update by an administrator")
struct AdministeredUpdateTests {
    @Test("changes everything that an administrator may change, also of a disabled account")
    func everything() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann") { $0.isDisabled = true }
        let body = """
            {"localId":"ann","phoneNumber":"+1 415-555-0100","email":"Ann@Example.com","emailVerified":true,\
            "displayName":"Ann","photoUrl":"http://a","disableUser":false,"customAttributes":"{\\"role\\":\\"cook\\"}",\
            "validSince":"1767225600","createdAt":"1600000000123","lastLoginAt":1600000000456,\
            "linkProviderUserInfo":{"providerId":"facebook.com","rawId":"1","displayName":"A"}}
            """
        let answer = try await fixture.serve { try await $0.admin("/accounts:update", body) }
        #expect(answer.status == 200 && answer.text("localId") == "ann" && answer["idToken"] == nil)
        let ann = try #require(try fixture.kept("ann"))
        #expect(ann.phone == "+14155550100" && ann.email == "ann@example.com" && ann.isEmailVerified)
        #expect(ann.displayName == "Ann" && ann.photoURL == "http://a" && !ann.isDisabled)
        #expect(ann.customClaims?.text == #"{"role":"cook"}"# && ann.validSince == Timestamp(seconds: 1_767_225_600))
        #expect(ann.createdAt.milliseconds == 1_600_000_000_123 && ann.lastSignInAt?.milliseconds == 1_600_000_000_456)
        #expect(ann.links == [ProviderLink(.facebook, rawID: "1", displayName: "A")])
    }

    @Test("clears claims by an empty text, and a number by its provider, as administration libraries do")
    func cleared() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") {
            ($0.phone, $0.displayName, $0.email) = ("+14155550100", "Ann", "ann@example.com")
            $0.customClaims = try? CustomClaims("{}")
        }
        let body = """
            {"localId":"ann","customAttributes":"","deleteProvider":["phone"],"deleteAttribute":["DISPLAY_NAME",1]}
            """
        let answer = try await fixture.serve { try await $0.admin("/accounts:update", body) }
        #expect(answer.status == 200)
        let ann = try #require(try fixture.kept("ann"))
        #expect(ann.customClaims == nil && ann.phone == nil && ann.displayName == nil && ann.email == nil)
    }

    @Test("ends sessions with a new password or address, and with no other change")
    func revocation() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { $0.email = "ann@example.com" }
        fixture.clock.advance(by: .seconds(60))
        try await fixture.serve { api in
            for member in [#""displayName":"A""#, #""email":"ann@example.com""#, #""phoneNumber":"+14155550100""#] {
                _ = try await api.admin("/accounts:update", #"{"localId":"ann",\#(member)}"#)
            }
            #expect(try fixture.kept("ann")?.validSince == ann.validSince)
            _ = try await api.admin("/accounts:update", #"{"localId":"ann","email":"bea@example.com"}"#)
        }
        #expect(try fixture.kept("ann")?.validSince == fixture.clock.now)
    }

    @Test(
        "refuses what no account can have",
        arguments: [
            (#""phoneNumber":"555-0100""#, "INVALID_PHONE_NUMBER : Invalid format."),
            (#""phoneNumber":"+1""#, "INVALID_PHONE_NUMBER : TOO_SHORT"),
            (#""phoneNumber":"+1234567890123456""#, "INVALID_PHONE_NUMBER : TOO_LONG"),
            (#""phoneNumber":"+14155550111""#, "PHONE_NUMBER_EXISTS"),
            (#""email":"BOB@example.com""#, "EMAIL_EXISTS"), (#""email":"b ob@example.com""#, "INVALID_EMAIL"),
            (#""password":"12345""#, "WEAK_PASSWORD : Password should be at least 6 characters"),
            (#""customAttributes":"[]""#, "INVALID_CLAIMS"), (#""customAttributes":"{""#, "INVALID_CLAIMS"),
            (#""customAttributes":"{\"sub\":1}""#, "FORBIDDEN_CLAIM : sub"),
            (#""linkProviderUserInfo":{"rawId":"1"}"#, "MISSING_PROVIDER_ID"),
            (#""linkProviderUserInfo":{"providerId":"facebook.com"}"#, "MISSING_RAW_ID"),
            (#""linkProviderUserInfo":{"providerId":"facebook.com","rawId":"2"}"#, "FEDERATED_USER_ID_ALREADY_LINKED"),
            (#""linkProviderUserInfo":{"providerId":"phone","rawId":"+1"}"#, "INVALID_PROVIDER_ID"),
        ])
    func refused(member: String, error: String) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        try fixture.account("bob") {
            ($0.phone, $0.email) = ("+14155550111", "bob@example.com")
            $0.links = [ProviderLink(.facebook, rawID: "2")]
        }
        let answer = try await fixture.serve {
            try await $0.admin("/accounts:update", #"{"localId":"ann",\#(member)}"#)
        }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try fixture.kept("ann") == ann)
    }

    @Test("takes a number of no numbering plan, and claims up to 1,000 characters")
    func taken() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann")
        let (longest, longer) = (String(repeating: "x", count: 992), String(repeating: "x", count: 993))
        try await fixture.serve { api in
            // The parser of these tests knows no calling code that begins with 0.
            let number = try await api.admin("/accounts:update", #"{"localId":"ann","phoneNumber":"+0155 550-100"}"#)
            #expect(number.status == 200)
            let most = try await api.admin(
                "/accounts:update", #"{"localId":"ann","customAttributes":"{\"a\":\"\#(longest)\"}"}"#)
            #expect(most.status == 200)
            let more = try await api.admin(
                "/accounts:update", #"{"localId":"ann","customAttributes":"{\"a\":\"\#(longer)\"}"}"#)
            #expect(more.error == "CLAIMS_TOO_LARGE")
        }
        #expect(try fixture.kept("ann")?.phone == "+0155550100")
    }

    @Test("knows nobody without an id, and nobody of another project")
    func unknown() async throws {
        let fixture = try IdentityFixture(.production)
        let ann = try fixture.account("ann")
        let bob = try fixture.account("bob", in: fixture.other)
        try await fixture.serve { api in
            #expect(try await api.admin("/accounts:update", #"{"displayName":"A"}"#).error == "MISSING_LOCAL_ID")
            for id in ["bob", "", String(repeating: "x", count: 129)] where !id.isEmpty {
                let answer = try await api.admin("/accounts:update", #"{"localId":"\#(id)","displayName":"A"}"#)
                #expect(answer.error == "USER_NOT_FOUND")
            }
            let foreign = try await api.admin(
                "/accounts:update", #"{"localId":"ann","displayName":"A"}"#, bearer: IdentityFixture.otherAdminKey)
            #expect(foreign.error == "INSUFFICIENT_PERMISSION")
            let client = try await api.admin(
                "/accounts:update", #"{"localId":"ann","displayName":"A"}"#, bearer: IdentityFixture.clientKey)
            #expect(client.status == 401)
        }
        #expect(try fixture.kept("ann") == ann)
        #expect(try fixture.kept("bob", in: fixture.other) == bob)
    }

    @Test("a moment beyond all dates is an error of the caller")
    func moments() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann")
        try await fixture.serve { api in
            for member in ["validSince", "createdAt", "lastLoginAt"] {
                for number in ["-1", "9223372036854775807"] {
                    let answer = try await api.admin(
                        "/accounts:update", #"{"localId":"ann","\#(member)":"\#(number)"}"#)
                    #expect(answer.status == 400 && answer["error"]?["status"] == "INVALID_ARGUMENT")
                }
            }
        }
    }

    @Test("an account has an identity at twenty other providers at most, and none of them is a way in of its own")
    func links() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann")
        try await fixture.serve { api in
            let link = { (members: String) in
                try await api.admin(
                    "/accounts:update", #"{"localId":"ann","linkProviderUserInfo":{"rawId":"1",\#(members)}}"#)
            }
            for number in 1...20 { #expect(try await link(#""providerId":"p\#(number)""#).status == 200) }
            #expect(try await link(#""providerId":"p21""#).error?.hasPrefix("INVALID_PROVIDER_ID : ") == true)
            #expect(try await link(#""providerId":"p20","email":"a@b""#).status == 200, "it takes the other's place")
            #expect(try await link(#""providerId":"email""#).error == "INVALID_PROVIDER_ID")
            let long = String(repeating: "x", count: 257)
            for member in ["displayName", "screenName"] {
                let answer = try await link(#""providerId":"p1","\#(member)":"\#(long)""#)
                #expect(answer.error?.hasPrefix("INVALID_PROFILE_ATTRIBUTE : ") == true)
            }
        }
    }

    @Test("tells a new address, takes no code by mail, and changes the owner of a token that the call brings")
    func wire() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        try fixture.account("ben")
        let token = try await fixture.idToken(ann)
        try await fixture.serve { api in
            let answer = try await api.admin("/accounts:update", #"{"localId":"ben","email":"BEN@example.com"}"#)
            #expect(answer.text("newEmail") == "ben@example.com")
            let named = try await api.admin("/accounts:update", #"{"localId":"ben","displayName":"Ben"}"#)
            #expect(named.status == 200 && named["newEmail"] == nil)
            let code = try await api.admin("/accounts:update", #"{"localId":"ben","oobCode":"x"}"#)
            #expect(code.error == "INVALID_OOB_CODE")
            let own = try await api.admin(
                "/accounts:update", #"{"localId":"ben","idToken":"\#(token)","displayName":"Ann"}"#)
            #expect(own.text("localId") == "ann" && own.text("displayName") == "Ann")
        }
    }
}
