import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:delete and accounts:batchDelete")
struct DeleteTests {
    @Test("deletes one's own account, whatever other id the call names, and its token is nobody's afterwards")
    func own() async throws {
        let fixture = try IdentityFixture()
        let (ann, _) = (try fixture.account("ann"), try fixture.account("bob"))
        let token = try await fixture.idToken(ann)
        try await fixture.serve { api in
            let answer = try await api.phone("deleteAccount", #"{"idToken":"\#(token)","localId":"bob"}"#)
            #expect(answer.status == 200 && answer.json == ["kind": "identitytoolkit#DeleteAccountResponse"])
            #expect(try await api.app("delete", #"{"idToken":"\#(token)"}"#).error == "USER_NOT_FOUND")
            #expect(try await api.app("delete", #"{"localId":"bob"}"#).error == "MISSING_ID_TOKEN")
        }
        #expect(try fixture.kept("ann") == nil)
        #expect(try fixture.kept("bob") != nil)
    }

    @Test("a token that was revoked deletes nothing")
    func revoked() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        let token = try await fixture.idToken(ann)
        let answer = try await fixture.serve { api in
            _ = try await api.admin("/accounts:update", #"{"localId":"ann","validSince":1767229260}"#)
            return try await api.app("delete", #"{"idToken":"\#(token)"}"#)
        }
        #expect(answer.error == "TOKEN_EXPIRED")
        #expect(try fixture.kept("ann") != nil)
    }

    @Test("an administrator deletes any account of the project, and none of another")
    func administrator() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann") { $0.isDisabled = true }
        try fixture.account("bob", in: fixture.other)
        try await fixture.serve { api in
            #expect(try await api.admin("/accounts:delete", "{}").error == "MISSING_LOCAL_ID")
            for (id, error) in [("ann", nil), ("ann", "USER_NOT_FOUND"), ("bob", "USER_NOT_FOUND")] {
                #expect(try await api.admin("/accounts:delete", #"{"localId":"\#(id)"}"#).error == error)
            }
            _ = try await api.admin("/accounts:batchDelete", #"{"localIds":["bob"],"force":true}"#)
        }
        #expect(try fixture.kept("bob", in: fixture.other) != nil)
    }

    @Test("many at once: without force enabled accounts stay and are told by their places; unknown ids are no mistake")
    func many() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann")
        try fixture.account("bob") { $0.isDisabled = true }
        try await fixture.serve { api in
            let some = try await api.admin("/accounts:batchDelete", #"{"localIds":["bob","nobody","ann",""]}"#)
            let error = """
                {"errors":[{"index":2,"localId":"ann",\
                "message":"NOT_DISABLED : Disable the account before batch deletion."}]}
                """
            #expect(some.status == 200)
            #expect(some.json == (try JSONValue(parsing: error.utf8)))
            let all = try await api.admin("/accounts:batchDelete", #"{"localIds":["ann"],"force":true}"#)
            #expect(all.status == 200 && all.json == .object(JSONObject()))
            #expect(
                try await api.admin("/accounts:batchDelete", #"{"localIds":[]}"#).error == "LOCAL_ID_LIST_EXCEEDS_LIMIT"
            )
        }
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 9, of: fixture.project.id) == [])
    }

    @Test("production asks who deletes their account, or changes its password, to have signed in within five minutes")
    func recentSignIn() async throws {
        let fixture = try IdentityFixture(.production, others: JSONObject(passwords: true))
        let ann = try fixture.account("ann")
        let token = try await fixture.idToken(ann)
        fixture.clock.advance(by: .seconds(301))
        try await fixture.serve { api in
            let calls = [
                ("delete", ""), ("update", #","password":"correct horse""#),
                ("update", #","deleteAttribute":["EMAIL"]"#),
            ]
            for (method, member) in calls {
                let answer = try await api.app(method, #"{"idToken":"\#(token)"\#(member)}"#)
                #expect(answer.status == 400 && answer.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            #expect(try await api.app("update", #"{"idToken":"\#(token)","displayName":"Ann"}"#).status == 200)
            let newer = try await fixture.idToken(ann)
            fixture.clock.advance(by: .seconds(300))
            #expect(try await api.app("delete", #"{"idToken":"\#(newer)"}"#).status == 200)
        }
    }

    @Test("the emulator never asks whether somebody has signed in a short while ago")
    func emulatorNeverAsks() async throws {
        let fixture = try IdentityFixture()
        let token = try await fixture.idToken(try fixture.account("ann"))
        fixture.clock.advance(by: .seconds(3_000))
        let answer = try await fixture.serve { try await $0.app("delete", #"{"idToken":"\#(token)"}"#) }
        #expect(answer.status == 200)
    }
}
