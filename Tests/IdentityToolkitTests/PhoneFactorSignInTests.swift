import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Signing in with a phone as the second factor")
struct PhoneFactorSignInTests {
    private static let phone = "+14155550123"
    private static let other = "+14155550124"

    /// A surface whose account `ann` has two phones as factors.
    private func fixture(
        _ mode: IdentityModeName = .production, state: String = "ENABLED", providers: JSONValue = ["PHONE_SMS"]
    ) throws -> IdentityFixture {
        try IdentityFixture.withAnn(mode, state: state, providers: providers) {
            $0.factors = [IdentityFixture.factor("one", Self.phone), IdentityFixture.factor("two", Self.other)]
            $0.displayName = "Ann"
        }
    }

    /// Asks for a code to a factor; the session with the code.
    private func session(
        _ api: IdentityClient, _ credential: String, _ factor: String = "one", _ fixture: IdentityFixture
    ) async throws -> (info: String, code: String) {
        let answer = try await api.startSecondFactor(credential, factor)
        let info = try #require(answer["phoneResponseInfo"]?["sessionInfo"]?.string, "\(answer.body)")
        return (info, try await fixture.sentCode())
    }

    @Test(
        "the password alone shows the factors with masked numbers, and begins nothing",
        arguments: IdentityModeName.allCases)
    func firstFactor(mode: IdentityModeName) async throws {
        let fixture = try fixture(mode)
        try await fixture.serve { api in
            let before = try fixture.kept("ann")
            let answer = try await api.app("signInWithPassword", IdentityClient.password)
            #expect(answer.status == 200 && answer.text("localId") == "ann" && answer["registered"] == true)
            #expect(answer.text("email") == "ann@example.com" && answer.text("displayName") == "Ann")
            #expect(answer["idToken"] == nil && answer["refreshToken"] == nil && answer["expiresIn"] == nil)
            #expect(answer.text("mfaPendingCredential") != nil)
            let first = answer["mfaInfo"]?.array?.first?.object
            #expect(answer["mfaInfo"]?.array?.count == 2)
            #expect(
                first?.members.map(\.key).sorted() == ["displayName", "enrolledAt", "mfaEnrollmentId", "phoneInfo"])
            #expect(first?.text("phoneInfo") == "+*******0123" && first?.text("mfaEnrollmentId") == "one")
            #expect(!answer.body.contains("415555"))
            #expect(try fixture.kept("ann") == before)
        }
    }

    @Test("a wrong password shows nobody that there are factors")
    func wrongPassword() async throws {
        let body = #"{"email":"ann@example.com","password":"x"}"#
        let with = try await fixture().serve { try await $0.app("signInWithPassword", body) }
        let without = try await IdentityFixture.withAnn().serve { try await $0.app("signInWithPassword", body) }
        #expect(with.body == without.body && with.status == 400)
    }

    @Test("the right code signs in, and only then the account has been used", arguments: IdentityModeName.allCases)
    func signIn(mode: IdentityModeName) async throws {
        let fixture = try fixture(mode)
        try await fixture.serve { api in
            let pending = try await api.pendingCredential()
            fixture.clock.advance(by: .seconds(30))
            let session = try await session(api, pending, "two", fixture)
            #expect(fixture.queue.published.last?.request.phone.e164 == Self.other)
            fixture.clock.advance(by: .seconds(30))
            let answer = try await api.finalizeSecondFactor(pending, session.info, session.code)
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.json?.object?.members.map(\.key).sorted() == ["idToken", "refreshToken"])
            let claims = try #require(answer.claims)
            #expect(claims["firebase"]?["sign_in_provider"] == "password")
            #expect(claims["firebase"]?["sign_in_second_factor"] == "phone")
            #expect(claims["firebase"]?["second_factor_identifier"] == "two")
            #expect(claims["auth_time"]?.integer == fixture.clock.now.unixSeconds)
            let kept = try fixture.kept("ann")
            #expect(kept?.lastSignInAt == fixture.clock.now && kept?.lastRefreshAt == fixture.clock.now)
            let refreshed = try await api.refresh(answer.required("refreshToken"))
            #expect(refreshed.claims?["firebase"] == claims["firebase"])
        }
    }

    @Test("says in the wire's order what is missing or wrong")
    func refused() async throws {
        let fixture = try fixture()
        try await fixture.serve { api in
            let pending = JSONValue.string(try await api.pendingCredential())
            let noPending = "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
            let starts: [(JSONObject, String)] = [
                ([:], noPending), (["mfaPendingCredential": "", "mfaEnrollmentId": "one"], noPending),
                (
                    ["mfaPendingCredential": "x"],
                    "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
                ),
                (["mfaPendingCredential": "x", "mfaEnrollmentId": "one"], "INVALID_MFA_PENDING_CREDENTIAL"),
                (["mfaPendingCredential": pending, "mfaEnrollmentId": "three"], "MFA_ENROLLMENT_NOT_FOUND"),
            ]
            for (body, error) in starts {
                let answer = try await api.factors("mfaSignIn:start", body)
                #expect(answer.status == 400 && answer.error == error, "\(answer.body)")
            }
            let proof = { (members: JSONObject) -> JSONObject in
                ["mfaPendingCredential": pending, "phoneVerificationInfo": .object(members)]
            }
            let finals: [(JSONObject, String)] = [
                ([:], "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
                (["mfaPendingCredential": pending], "INVALID_ARGUMENT : MFA provider not supported!"),
                (proof([:]), "MISSING_CODE"), (proof(["code": "123456"]), "MISSING_SESSION_INFO"),
                (proof(["code": "123456", "sessionInfo": "x"]), "INVALID_SESSION_INFO"),
                (
                    [
                        "mfaPendingCredential": "x",
                        "phoneVerificationInfo": ["code": "123456", "sessionInfo": "x"],
                    ], "INVALID_MFA_PENDING_CREDENTIAL"
                ),
            ]
            for (body, error) in finals {
                let answer = try await api.factors("mfaSignIn:finalize", body)
                #expect(answer.status == 400 && answer.error == error, "\(answer.body)")
            }
            #expect(try await api.factors("mfaSignIn:finalize", proof(["androidVerificationProof": "x"])).status == 501)
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("a credential of another project, an old one, and one that has served open nothing")
    func credentials() async throws {
        let fixture = try fixture()
        try await fixture.serve { api in
            let error = "INVALID_MFA_PENDING_CREDENTIAL"
            let old = try await api.pendingCredential()
            let elsewhere = try await api.factors(
                "mfaSignIn:start", ["mfaPendingCredential": .string(old), "mfaEnrollmentId": "one"],
                key: IdentityFixture.otherClientKey)
            // The other project asks for no second factor at all.
            #expect(elsewhere.error == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
            fixture.clock.advance(by: PendingCredential.life)
            #expect(try await api.startSecondFactor(old, "one").error == error)

            let pending = try await api.pendingCredential()
            let first = try await session(api, pending, "one", fixture)
            let second = try await session(api, pending, "two", fixture)
            #expect(try await api.finalizeSecondFactor(pending, first.info, first.code).status == 200)
            #expect(try await api.finalizeSecondFactor(pending, second.info, second.code).error == error)
            #expect(try await api.startSecondFactor(pending, "one").error == error)
        }
    }

    @Test("codes of another factor, of another sign-in and of a sign-in by phone finish nothing in production")
    func sessions() async throws {
        let fixture = try fixture()
        try await fixture.serve { api in
            let (pending, another) = (try await api.pendingCredential(), try await api.pendingCredential())
            let first = try await session(api, pending, "one", fixture)
            let second = try await session(api, pending, "two", fixture)
            #expect(try await api.finalizeSecondFactor(another, first.info, first.code).error == "INVALID_SESSION_INFO")
            if first.code != second.code {
                #expect(try await api.finalizeSecondFactor(pending, first.info, second.code).error == "INVALID_CODE")
            }
            let plain = try await api.app("sendVerificationCode", #"{"phoneNumber":"\#(Self.phone)"}"#)
            let answer = try await api.finalizeSecondFactor(pending, plain.required("sessionInfo"), first.code)
            #expect(answer.error == "INVALID_SESSION_INFO")
            let signIn = try await api.app(
                "signInWithPhoneNumber", #"{"sessionInfo":"\#(first.info)","code":"\#(first.code)"}"#)
            #expect(signIn.error == "INVALID_SESSION_INFO")
            #expect(try await api.finalizeSecondFactor(pending, first.info, first.code).status == 200)
        }
    }

    @Test("whatever ends an account's sessions also ends a sign-in that waits, and a disabled account stays out")
    func meanwhile() async throws {
        let error = "INVALID_MFA_PENDING_CREDENTIAL"
        let changes: [(@Sendable (inout AccountEdit, Timestamp) -> Void, String)] = [
            ({ edit, _ in edit.isDisabled = true }, "USER_DISABLED"), ({ $0.validSince = $1 }, error),
            ({ edit, _ in edit.factors = [IdentityFixture.factor("two", Self.other)] }, "MFA_ENROLLMENT_NOT_FOUND"),
            // The code went to the former number.
            ({ edit, _ in edit.factors = [IdentityFixture.factor("one", "+14155550199")] }, "MFA_ENROLLMENT_NOT_FOUND"),
        ]
        for (change, error) in changes {
            let fixture = try fixture()
            try await fixture.serve { api in
                let pending = try await api.pendingCredential()
                let session = try await session(api, pending, "one", fixture)
                fixture.clock.advance(by: .seconds(2))
                try fixture.change("ann") { [now = fixture.clock.now] in change(&$0, now) }
                let answer = try await api.finalizeSecondFactor(pending, session.info, session.code)
                #expect(answer.error == error, "\(answer.body)")
            }
            #expect(try fixture.kept("ann")?.lastSignInAt == nil)
        }
        let fixture = try fixture()
        try await fixture.serve { api in
            let pending = try await api.pendingCredential()
            let session = try await session(api, pending, "one", fixture)
            _ = try await api.admin("/accounts:delete", #"{"localId":"ann"}"#)
            #expect(try await api.startSecondFactor(pending, "one").error == error)
            #expect(try await api.finalizeSecondFactor(pending, session.info, session.code).error == error)
        }
    }

    @Test("of two finalizes at once one signs in")
    func atOnce() async throws {
        let fixture = try fixture()
        try await fixture.serve { api in
            let pending = try await api.pendingCredential()
            let session = try await session(api, pending, "one", fixture)
            async let first = api.finalizeSecondFactor(pending, session.info, session.code)
            async let second = api.finalizeSecondFactor(pending, session.info, session.code)
            let answers = [try await first, try await second]
            #expect(answers.map(\.status).sorted() == [200, 400])
            #expect(answers.contains { $0.error == "INVALID_MFA_PENDING_CREDENTIAL" })
        }
    }

    @Test("a project whose rules are off asks for no factor, and a custom token asks for none anywhere")
    func notAsked() async throws {
        let fixture = try fixture(state: "DISABLED")
        try await fixture.serve { api in
            let answer = try await api.app("signInWithPassword", IdentityClient.password)
            #expect(answer.claims?["firebase"]?["sign_in_second_factor"] == nil && answer.status == 200)
        }
        try await self.fixture(.emulator).serve { api in
            let answer = try await api.app("signInWithCustomToken", #"{"token":"{\"uid\":\"ann\"}"}"#)
            #expect(answer.claims?["firebase"]?["sign_in_provider"] == "custom", "\(answer.body)")
        }
    }
}
