import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

/// What an administrator does with the second factors of people.
@Suite("Second factors, administered")
struct AdministeredFactorsTests {
    private let first = "+14155550101"
    private let second = "+14155550102"

    private func entry(_ members: String...) -> String { "{\(members.joined(separator: ","))}" }

    private func update(_ entries: String...) -> String {
        #"{"localId":"ann","mfa":{"enrollments":[\#(entries.joined(separator: ","))]}}"#
    }

    private func phone(_ id: String, _ number: String) -> String {
        #"{"mfaEnrollmentId":"\#(id)","phoneInfo":"\#(number)"}"#
    }

    private func app(_ id: String, in fixture: IdentityFixture) -> SecondFactor {
        let secret = SealedCode(keyName: "k1", bytes: [1])
        return SecondFactor(
            id, kind: .totp(TOTPFactor(secret: secret, usedStep: 3)), displayName: "App", enrolledAt: fixture.clock.now)
    }

    @Test("a new account gets names for its factors, and each number once", arguments: [true, false])
    func created(byAdministrator: Bool) async throws {
        let fixture = try IdentityFixture()
        let body = """
            {"email":"a@b","password":"correct horse","mfaInfo":[\
            {"phoneInfo":"+1 415-555-0101","displayName":"Mine","mfaEnrollmentId":"ignored"},\
            {"phoneInfo":"\(first)"},{"phoneInfo":"\(second)"}]}
            """
        let answer = try await fixture.serve { api in
            byAdministrator ? try await api.admin("/accounts", body) : try await api.app("signUp", body)
        }
        let kept = try #require(try fixture.kept(try answer.required("localId")))
        #expect(kept.factors.map(\.phone) == [first, second] && kept.factors.map(\.displayName) == ["Mine", nil])
        #expect(kept.factors.allSatisfy { $0.id.count == 28 && $0.enrolledAt == fixture.clock.now })
        #expect((answer["idToken"] == nil) == byAdministrator)
    }

    @Test("a number that is none makes no account")
    func badNumber() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            for entry in [#"{"phoneInfo":"0155"}"#, "{}", #"{"totpInfo":{},"phoneInfo":""}"#] {
                let body = #"{"localId":"ann","mfaInfo":[\#(entry)]}"#
                let answer = try await api.admin("/accounts", body)
                #expect(answer.error?.hasPrefix("INVALID_MFA_") == true)
            }
            let none = try await api.admin("/accounts", #"{"localId":"bob","mfaInfo":[]}"#)
            #expect(none.status == 200)
        }
        #expect(try fixture.kept("ann") == nil)
    }

    @Test("a stranger makes no account with factors in production, and a guest of the emulator does")
    func strangers() async throws {
        let others = JSONObject().setting(["signIn", "anonymous", "enabled"], to: true)
        let body = #"{"mfaInfo":[{"phoneInfo":"\#(first)"}]}"#
        let production = try await IdentityFixture(.production, others: others).serve {
            (try await $0.app("signUp", body), try await $0.app("signUp", #"{"mfaInfo":[]}"#))
        }
        #expect(production.0.error == "INSUFFICIENT_PERMISSION" && production.1.status == 200)
        #expect(try await IdentityFixture().serve { try await $0.app("signUp", body).status } == 200)
    }

    @Test("a list replaces the factors, and a list that is empty or missing clears them")
    func replaced() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann")
        try await fixture.serve { api in
            let both = try await api.admin(
                "/accounts:update",
                update(
                    entry(
                        #""mfaEnrollmentId":"a""#, #""phoneInfo":"+1 415-555-0101""#, #""displayName":"Mine""#,
                        #""enrolledAt":"2026-01-02T03:04:05.678Z""#), phone("b", second), phone("c", second)))
            #expect(both.status == 200, "\(both.error ?? "")")
            let user = try await api.admin("/accounts:lookup", #"{"localId":["ann"]}"#).user
            #expect(
                user?["mfaInfo"]?.array?.first == [
                    "mfaEnrollmentId": "a", "displayName": "Mine", "enrolledAt": "2026-01-02T03:04:05.678Z",
                    "phoneInfo": .string(first), "unobfuscatedPhoneInfo": .string(first),
                ])
            #expect(try fixture.kept("ann")?.factors.map(\.id) == ["a", "b"])
            #expect(try await api.admin("/accounts:update", #"{"localId":"ann","displayName":"A"}"#).status == 200)
            #expect(try fixture.kept("ann")?.factors.count == 2)
            let clearings = [#"{}"#, #"{"enrollments":null}"#, #"{"enrollments":[]}"#]
            for clearing in clearings.map({ #"{"localId":"ann","mfa":\#($0)}"# }) {
                #expect(try await api.admin("/accounts:update", update(phone("a", first))).status == 200)
                #expect(try await api.admin("/accounts:update", clearing).status == 200)
                #expect(try fixture.kept("ann")?.factors == [])
            }
        }
    }

    @Test("an emulator refuses a list that is null, as Firebase's does, and removes nothing")
    func nullList() async throws {
        let fixture = try IdentityFixture()
        let app = app("app", in: fixture)
        try fixture.account("ann") { $0.factors = [app] }
        try await fixture.serve { api in
            for id in ["ann", "nobody"] {
                let body = #"{"localId":"\#(id)","mfa":{"enrollments":null}}"#
                let answer = try await api.admin("/accounts:update", body)
                #expect(answer.status == 400)
                #expect(answer.error == "Invalid JSON payload received. /mfa/enrollments must be array")
            }
            #expect(try fixture.kept("ann")?.factors == [app])
        }
    }

    @Test("a list that names an app keeps it, and a list of phones alone removes it")
    func apps() async throws {
        let fixture = try IdentityFixture(.production)
        let app = app("app", in: fixture)
        try fixture.account("ann") { $0.factors = [app] }
        try await fixture.serve { api in
            let kept = try await api.admin(
                "/accounts:update",
                update(
                    phone("a", first),
                    entry(#""mfaEnrollmentId":"app""#, #""totpInfo":{}"#, #""displayName":"App""#)))
            #expect(kept.status == 200, "\(kept.error ?? "")")
            #expect(try fixture.kept("ann")?.factors.last == app)
            #expect(try await api.admin("/accounts:update", update(phone("a", first))).status == 200)
            #expect(try fixture.kept("ann")?.factors.map(\.id) == ["a"])
        }
    }

    @Test("says in the wire's words what is wrong with a list, and changes nothing")
    func refused() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        let lists = [
            (update(phone("a", "0155")), "INVALID_MFA_PHONE_NUMBER : Invalid format."),
            (update(#"{"mfaEnrollmentId":"a"}"#), "INVALID_MFA_PHONE_NUMBER : Invalid format."),
            (
                update(#"{"phoneInfo":"\#(first)"}"#),
                "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."
            ), (update(phone("a", first), phone("a", second)), "DUPLICATE_MFA_ENROLLMENT_ID"),
            (
                update(#"{"mfaEnrollmentId":"a","totpInfo":{}}"#),
                "INVALID_MFA_ENROLLMENT_ID : The account has no authenticator app of this mfaEnrollmentId."
            ),
        ]
        try await fixture.serve { api in
            for (body, error) in lists {
                let answer = try await api.admin("/accounts:update", body)
                #expect(answer.status == 400 && answer.error == error)
            }
            let moment = try await api.admin(
                "/accounts:update", update(#"{"mfaEnrollmentId":"a","phoneInfo":"\#(first)","enrolledAt":"today"}"#))
            #expect(moment.error?.contains("/mfa/enrollments/0/enrolledAt") == true)
            let nobody = try await api.admin("/accounts:update", #"{"localId":"bob","mfa":{}}"#)
            #expect(nobody.error == "USER_NOT_FOUND")
        }
        #expect(try fixture.kept("ann") == ann)
    }

    @Test("sessions end where a factor goes or gets another number, and go on where a factor comes")
    func sessions() async throws {
        for mode in [IdentityMode.production, .emulator] {
            let fixture = try IdentityFixture(mode)
            let ann = try fixture.account("ann")
            fixture.clock.advance(by: .seconds(60))
            try await fixture.serve { api in
                for list in [update(phone("a", first)), update(phone("a", first), phone("b", second))] {
                    let answer = try await api.admin("/accounts:update", list)
                    #expect(answer.status == 200)
                    #expect(try fixture.kept("ann")?.validSince == ann.validSince)
                }
                for list in [update(phone("a", "+14155550103"), phone("b", second)), update()] {
                    fixture.clock.advance(by: .seconds(60))
                    #expect(try await api.admin("/accounts:update", list).status == 200)
                    let since = try fixture.kept("ann")?.validSince
                    switch mode {
                    case .production: #expect(since == fixture.clock.now)
                    // As Google's emulator, whose users' tests go on with the same token.
                    case .emulator: #expect(since == ann.validSince)
                    }
                }
            }
        }
    }

    @Test("an import brings phones along, an export shows them, and an account that brings an app stays as it was")
    func imported() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("bob") { $0.factors = [app("app", in: fixture)] }
        let users = [
            #""localId":"ann","email":"a@b","emailVerified":true,"mfaInfo":[{"enrolledAt":"2123-04-05T06:07:28.990Z","#
                + #""phoneInfo":"\#(first)"}]"#,
            #""localId":"bob","email":"b@b","emailVerified":true,"mfaInfo":[{"mfaEnrollmentId":"app","totpInfo":{}}]"#,
            #""localId":"c","email":"c@b","mfaInfo":[{"phoneInfo":"\#(first)"}]"#,
            #""localId":"d","email":"d@b","emailVerified":true,"mfaInfo":[{"phoneInfo":"no"}]"#,
            #""localId":"e","email":"e@b","emailVerified":true,"mfaInfo":["#
                + phone("x", first) + "," + phone("x", second) + "]",
        ]
        let body = #"{"allowOverwrite":true,"users":[{\#(users.joined(separator: "},{"))}]}"#
        try await fixture.serve { api in
            let answer = try await api.admin("/accounts:batchCreate", body)
            #expect(
                answer["error"]?.array?.map { $0["message"]?.string } == [
                    "Second factor not supported.", "Second factor account requires email to be verified.",
                    "Phone number format is invalid", "Enrollment id already exists.",
                ])
            let shown = try await api.get("/accounts:batchGet")["users"]?.array?.first?["mfaInfo"]?.array?.first
            #expect(shown?["enrolledAt"] == "2123-04-05T06:07:28.990Z" && shown?["phoneInfo"] == .string(first))
            #expect(shown?["unobfuscatedPhoneInfo"] == .string(first))
            #expect(shown?["mfaEnrollmentId"]?.string?.count == 28)
            #expect(try fixture.kept("bob")?.factors.map(\.id) == ["app"])
            let whole = try await api.admin(
                "/accounts:batchCreate", #"{"allowOverwrite":true,"users":[{"localId":"bob"}]}"#)
            #expect(whole["error"] == [])
            #expect(try fixture.kept("bob")?.factors == [], "an import replaces the whole account")
        }
    }

    @Test("a query shows factors too, and an app without a secret")
    func shown() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann") { $0.factors = [app("app", in: fixture)] }
        let answer = try await fixture.serve { try await $0.admin("/accounts:query", "{}") }
        let entry = answer["userInfo"]?.array?.first?["mfaInfo"]?.array?.first
        #expect(entry?["totpInfo"] == [:] && entry?["mfaEnrollmentId"] == "app" && entry?["phoneInfo"] == nil)
    }
}
