import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:batchCreate")
struct ImportTests {
    private func problems(_ answer: WireAnswer) -> [String]? {
        answer["error"]?.array?.map { "\($0["index"]?.integer ?? -1): \($0["message"]?.string ?? "")" }
    }

    @Test("saves accounts with all that they bring along; older tokens of theirs are no longer good")
    func everything() async throws {
        let fixture = try IdentityFixture(.production)
        let body = """
            {"users":[{"localId":"ann","email":"ANN@example.com","emailVerified":true,"phoneNumber":"+1 415-555-0100",\
            "passwordHash":"T8cY66FE7V0=","salt":"c2FsdA==","displayName":"Ann","photoUrl":"http://a","disabled":true,\
            "customAttributes":"{\\"a\\":1}","createdAt":"1600000000000","lastLoginAt":1600000001000,\
            "providerUserInfo":[{"providerId":"facebook.com","rawId":"1","email":"a@b"},\
            {"providerId":"phone","rawId":"+1"}]}],\
            "hashAlgorithm":"SCRYPT","signerKey":"x"}
            """
        let answer = try await fixture.serve { try await $0.admin("/accounts:batchCreate", body) }
        #expect(answer.status == 200 && answer["error"] == [])
        #expect(answer.text("kind") == "identitytoolkit#UploadAccountResponse")
        let ann = try #require(try fixture.kept("ann"))
        #expect(ann.email == "ann@example.com" && ann.isEmailVerified && ann.phone == "+14155550100" && ann.isDisabled)
        #expect(ann.passwordHash == "T8cY66FE7V0=" && ann.displayName == "Ann" && ann.photoURL == "http://a")
        #expect(
            ann.customClaims?.text == #"{"a":1}"# && ann.links == [ProviderLink(.facebook, rawID: "1", email: "a@b")])
        #expect(
            ann.createdAt == Timestamp(seconds: 1_600_000_000) && ann.lastSignInAt == Timestamp(seconds: 1_600_000_001))
        #expect(ann.validSince == fixture.clock.now)
    }

    @Test("says of each account what is wrong with it, and saves the others")
    func each() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("bob") {
            ($0.email, $0.phone) = ("bob@example.com", "+14155550111")
            $0.links = [ProviderLink(.facebook, rawID: "1")]
        }
        let long = String(repeating: "x", count: 999)
        let users = [
            (#"{"email":"a@b"}"#, "localId is missing"), (#"{"localId":"t1"}"#, nil),
            (#"{"localId":"t2","email":"no"}"#, "email is invalid"),
            (#"{"localId":"t3","phoneNumber":"no"}"#, "phone number format is invalid"),
            (#"{"localId":"t4","customAttributes":"no"}"#, "Invalid custom claims provided."),
            (
                #"{"localId":"t5","customAttributes":"{\"sub\":\"1\"}"}"#,
                "Custom claims provided include a reserved claim."
            ),
            (#"{"localId":"t6","customAttributes":"{\"a\":\"\#(long)\"}"}"#, "Custom claims provided are too large."),
            (
                #"{"localId":"t7","providerUserInfo":[{"providerId":"google.com"}]}"#,
                "federatedId or (providerId & rawId) is required"
            ),
            (
                #"{"localId":"t8","providerUserInfo":[{"rawId":"1"}]}"#,
                "federatedId or (providerId & rawId) is required"
            ),
            (
                #"{"localId":"t9","mfaInfo":[{"phoneInfo":"+14155550100"}]}"#,
                "Second factor account requires email to be presented."
            ),
            (#"{"localId":"t10","email":"bob@example.com"}"#, "email exists in other account in database"),
            (#"{"localId":"t11","phoneNumber":"+14155550111"}"#, "phone number exists in other account in database"),
            (
                #"{"localId":"t12","providerUserInfo":[{"providerId":"facebook.com","rawId":"1"}]}"#,
                "raw id exists in other account in database"
            ),
            (#"{"localId":"bob"}"#, "localId belongs to an existing account - can not overwrite."),
            (#"{"localId":"t13","tenantId":"t"}"#, "Tenant id in userInfo does not match the tenant id in request."),
            (#"{"localId":"t14","mfaInfo":[]}"#, nil),
        ]
        let body = #"{"users":[\#(users.map(\.0).joined(separator: ","))]}"#
        let answer = try await fixture.serve { try await $0.admin("/accounts:batchCreate", body) }
        let expected = users.enumerated().compactMap { index, user in user.1.map { "\(index): \($0)" } }
        #expect(answer.status == 200 && problems(answer) == expected)
        let kept = try fixture.accountWorld.accounts(after: nil, limit: 99, of: fixture.project.id)
        #expect(kept.map(\.id.text) == ["bob", "t1", "t14"])
    }

    @Test("replaces a whole account only where the call allows it")
    func overwrite() async throws {
        let fixture = try IdentityFixture()
        try fixture.account("ann") { ($0.phone, $0.displayName) = ("+14155550100", "Ann") }
        let users =
            #"{"users":[{"localId":"ann","email":"ann@example.com"},{"localId":"bob","phoneNumber":"+14155550100"}]"#
        try await fixture.serve { api in
            let kept = try await api.admin("/accounts:batchCreate", users + "}")
            #expect(problems(kept)?.count == 2)
            #expect(try fixture.kept("ann")?.displayName == "Ann")
            let replaced = try await api.admin("/accounts:batchCreate", users + #","allowOverwrite":true}"#)
            #expect(problems(replaced) == [])
        }
        let ann = try #require(try fixture.kept("ann"))
        #expect(ann.displayName == nil && ann.phone == nil && ann.email == "ann@example.com")
        #expect(try fixture.kept("bob")?.phone == "+14155550100")
    }

    @Test(
        "refuses a whole import that contradicts itself, and saves nothing of it",
        arguments: [
            (#"{}"#, "MISSING_USER_ACCOUNT"), (#"{"users":[]}"#, "MISSING_USER_ACCOUNT"),
            (#"{"users":[{"localId":"a"},{"localId":"a"}]}"#, "DUPLICATE_LOCAL_ID : a"),
            (
                #"{"sanityCheck":true,"users":[{"localId":"a","email":"a@b"},{"localId":"c","email":"A@b"}]}"#,
                "DUPLICATE_EMAIL : a@b"
            ),
            (
                """
                {"sanityCheck":true,"users":[{"localId":"a","providerUserInfo":[{"providerId":"g","rawId":"1"}]},\
                {"localId":"c","providerUserInfo":[{"providerId":"g","rawId":"1","email":"a@b"}]}]}
                """, "DUPLICATE_RAW_ID : Provider id(g), Raw id(1)"
            ),
            (#"{"tenantId":"t","users":[{"localId":"a"}]}"#, "UNSUPPORTED_TENANT_OPERATION"),
        ])
    func refused(body: String, error: String) async throws {
        let fixture = try IdentityFixture()
        let answer = try await fixture.serve { try await $0.admin("/accounts:batchCreate", body) }
        #expect(answer.status == 400 && answer.error == error)
        #expect(try fixture.accountWorld.accounts(after: nil, limit: 1, of: fixture.project.id) == [])
    }

    @Test("a plain password is hashed, and the former spelling is an administrator's too")
    func password() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            let path = IdentityClient.v3 + "/uploadAccount"
            let users =
                #"{"targetProjectId":"demo-shop","users":[{"localId":"ann","email":"a@b","#
                + #""rawPassword":"correct horse"}]}"#
            let imported = try await api.call(.post, path, users, bearer: "owner")
            #expect(problems(imported) == [])
            let signedIn = try await api.app("signInWithPassword", #"{"email":"a@b","password":"correct horse"}"#)
            #expect(signedIn.status == 200)
            let client = try await api.phone("uploadAccount", #"{"users":[{"localId":"bob"}]}"#)
            #expect(client.error == "INSUFFICIENT_PERMISSION")
        }
        #expect(try fixture.kept("bob") == nil)
    }

    @Test("says of names and lists that are too long that they are, and hashes a hundred passwords at most")
    func lengths() async throws {
        let fixture = try IdentityFixture()
        let long = String(repeating: "x", count: 2_049)
        let entries = (1...21).map { #"{"providerId":"p\#($0)","rawId":"1"}"# }.joined(separator: ",")
        let users = [
            #"{"localId":"a","displayName":"\#(long.prefix(257))"}"#, #"{"localId":"b","photoUrl":"\#(long)"}"#,
            #"{"localId":"c","providerUserInfo":[\#(entries)]}"#,
            #"{"localId":"d","providerUserInfo":[{"providerId":"p","rawId":"1","photoUrl":"\#(long)"}]}"#,
            #"{"localId":"e","displayName":"\#(long.prefix(256))","photoUrl":"\#(long.prefix(2_048))"}"#,
        ]
        let passwords = (0...100).map { #"{"localId":"u\#($0)","rawPassword":"correct horse"}"# }
        try await fixture.serve { api in
            let call = { (users: [String]) in
                try await api.admin("/accounts:batchCreate", #"{"users":[\#(users.joined(separator: ","))]}"#)
            }
            let profile = "display name or photo url is too long"
            let answer = try await call(users)
            #expect(
                problems(answer)
                    == ["0: \(profile)", "1: \(profile)", "2: an account has too many providers", "3: \(profile)"])
            #expect(try await call(passwords).error?.hasPrefix("MAXIMUM_USER_COUNT_EXCEEDED : ") == true)
        }
        #expect(try fixture.kept("e") != nil && fixture.kept("u0") == nil)
    }

    @Test("an empty moment is none")
    func emptyMoment() async throws {
        let fixture = try IdentityFixture()
        let body = #"{"users":[{"localId":"ann","lastLoginAt":""}]}"#
        let answer = try await fixture.serve { try await $0.admin("/accounts:batchCreate", body) }
        #expect(answer.status == 200 && answer["error"] == [])
        #expect(try fixture.kept("ann")?.lastSignInAt == nil)
    }
}
