import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:lookup")
struct LookupTests {
    @Test(
        "shows somebody their own account, in both spellings, with numbers as texts and nothing that is absent"
    )
    func own() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") {
            $0.phone = "+14155550100"
            $0.lastSignInAt = fixture.clock.now
        }
        let token = try await fixture.idToken(ann)
        let (web, phone) = try await fixture.serve { api in
            (
                try await api.app("lookup", #"{"idToken":"\#(token)"}"#),
                try await api.phone("getAccountInfo", #"{"id_token":"\#(token)"}"#)
            )
        }
        #expect(web.status == 200 && web.text("kind") == "identitytoolkit#GetAccountInfoResponse")
        #expect(web["users"]?.array?.count == 1 && web.json == phone.json)
        let user = try #require(web.user)
        #expect(user.text("localId") == "ann" && user.text("phoneNumber") == "+14155550100")
        #expect(user.text("createdAt") == "1767229200000" && user.text("lastLoginAt") == "1767229200000")
        #expect(user.text("validSince") == "1767229200" && user["disabled"] == false)
        let entry = #"[{"providerId":"phone","rawId":"+14155550100","phoneNumber":"+14155550100"}]"#
        #expect(user["providerUserInfo"] == (try JSONValue(parsing: entry.utf8)))
        for member in ["email", "emailVerified", "displayName", "passwordHash", "customAttributes", "lastRefreshAt"] {
            #expect(user[member] == nil, "\(member)")
        }
    }

    @Test("shows everything that an account has, but for the hash of its password")
    func everything() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") {
            ($0.email, $0.isEmailVerified, $0.passwordHash) = ("Ann@Example.com", true, "a hash")
            ($0.displayName, $0.photoURL) = ("Ann", "http://localhost/ann.png")
            $0.customClaims = try? CustomClaims(#"{"role":"cook"}"#)
            $0.lastRefreshAt = Timestamp(microseconds: 1_767_229_200_123_456)
            $0.isDisabled = true
            $0.links = [ProviderLink(.facebook, rawID: "1", screenName: "ann1")]
        }
        let answer = try await fixture.serve { try await $0.admin("/accounts:lookup", #"{"localId":["ann"]}"#) }
        let user = try #require(answer.user)
        #expect(user.text("email") == "ann@example.com" && user["emailVerified"] == true)
        #expect(user.text("displayName") == "Ann" && user.text("photoUrl") == "http://localhost/ann.png")
        #expect(user.text("customAttributes") == #"{"role":"cook"}"# && user["disabled"] == true)
        #expect(user.text("lastRefreshAt") == "2026-01-01T01:00:00.123Z")
        #expect(user.text("passwordHash") == "UkVEQUNURUQ=" && user["lastLoginAt"] == nil)
        let entries = """
            [{"providerId":"password","email":"ann@example.com","rawId":"ann@example.com",\
            "federatedId":"ann@example.com","displayName":"Ann","photoUrl":"http://localhost/ann.png"},\
            {"providerId":"facebook.com","rawId":"1","federatedId":"1","screenName":"ann1"}]
            """
        #expect(user["providerUserInfo"] == (try JSONValue(parsing: entries.utf8)))
    }

    @Test("finds accounts by all their names, each account once, in the order of the names; nobody is no empty list")
    func names() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { $0.phone = "+14155550100" }
        try fixture.account("bob") { $0.email = "bob@example.com" }
        try fixture.account("cid") { $0.links = [ProviderLink(.facebook, rawID: "1")] }
        try fixture.account("ann", in: fixture.other) { $0.email = "ann@example.com" }
        let body = """
            {"localId":["cid","nobody"],"email":["BOB@example.com","ann@example.com","no address"],\
            "phoneNumber":["+1 415-555-0100","0100"],\
            "federatedUserId":[{"providerId":"facebook.com","rawId":"1"},{"providerId":"facebook.com"}]}
            """
        try await fixture.serve { api in
            let found = try await api.admin("/accounts:lookup", body)
            #expect(found["users"]?.array?.map { $0["localId"] } == ["cid", "bob", "ann"])
            let byProvider = #"{"federatedUserId":[{"providerId":"phone","rawId":"+14155550100"}]}"#
            #expect(try await api.admin("/accounts:lookup", byProvider).user?["localId"] == "ann")
            let nobody = try await api.admin("/accounts:lookup", #"{"phoneNumber":["+4915100000000"]}"#)
            #expect(nobody.status == 200 && nobody["users"] == nil && nobody["kind"] != nil)
        }
    }

    @Test("refuses calls without a token, with a token that is no more good, and about a part of a project")
    func refused() async throws {
        let fixture = try IdentityFixture()
        let (ann, bob, cid) = (try fixture.account("ann"), try fixture.account("bob"), try fixture.account("cid"))
        let tokens = [ann, bob, cid]
        let made = [
            try await fixture.idToken(tokens[0]), try await fixture.idToken(bob), try await fixture.idToken(cid),
        ]
        try await fixture.serve { api in
            #expect(try await api.app("lookup", "{}").error == "MISSING_ID_TOKEN")
            #expect(try await api.app("lookup", #"{"idToken":"x"}"#).error == "INVALID_ID_TOKEN")
            #expect(
                try await api.app("lookup", #"{"idToken":"x","tenantId":"t"}"#).error == "UNSUPPORTED_TENANT_OPERATION")
            _ = try await api.admin("/accounts:delete", #"{"localId":"ann"}"#)
            _ = try await api.admin("/accounts:update", #"{"localId":"bob","disableUser":true}"#)
            _ = try await api.admin("/accounts:update", #"{"localId":"cid","validSince":1767229201}"#)
            let errors = ["USER_NOT_FOUND", "USER_DISABLED", "TOKEN_EXPIRED"]
            for (token, error) in zip(made, errors) {
                #expect(try await api.app("lookup", #"{"idToken":"\#(token)"}"#).error == error)
            }
            #expect(try await api.admin("/accounts:lookup", #"{"initialEmail":["a@b"]}"#).status == 501)
        }
    }

    @Test("production knows a token only in its own project, also where the other project has an account of that id")
    func foreign() async throws {
        let fixture = try IdentityFixture(.production)
        let ann = try fixture.account("ann")
        try fixture.account("ann", in: fixture.other)
        let body = #"{"idToken":"\#(try await fixture.idToken(ann))"}"#
        try await fixture.serve { api in
            let own = try await api.app("lookup", body)
            #expect(own.user?.text("localId") == "ann")
            let foreign = try await api.app("lookup", body, key: IdentityFixture.otherClientKey)
            #expect(foreign.error == "INVALID_ID_TOKEN")
        }
    }

    @Test("an app that names accounts learns nothing of them")
    func namesFromAnApp() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { $0.phone = "+14155550100" }
        let answer = try await fixture.serve { try await $0.app("lookup", #"{"localId":["ann"]}"#) }
        #expect(answer.status == 400 && answer.error == "MISSING_ID_TOKEN")
    }

    @Test("a store that is away is 503 with Retry-After, and somebody hears why")
    func away() async throws {
        let fixture = try IdentityFixture()
        fixture.accountWorld.away = [.accounts]
        let answer = try await fixture.serve { try await $0.admin("/accounts:lookup", #"{"localId":["ann"]}"#) }
        #expect(answer.status == 503 && answer.headers[.retryAfter] != nil)
        #expect(fixture.problems.all == [.unavailable])
    }
}

extension ProviderID {
    static let facebook = ProviderID("facebook.com") ?? .anonymous
}
