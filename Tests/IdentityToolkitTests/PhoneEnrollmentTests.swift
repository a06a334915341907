import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Enrolling a phone as a second factor")
struct PhoneEnrollmentTests {
    private let phone = "+14155550123"
    private let other = "+14155550124"

    @Test("a code enrols the phone, and the new session says so", arguments: IdentityModeName.allCases)
    func enroll(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture.withAnn(mode)
        try await fixture.serve { api in
            let token = try await api.passwordToken()
            let start = try await api.startEnrollment(token, "+1 (415) 555-0123")
            let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string, "\(start.body)")
            let code = try await fixture.sentCode()
            fixture.clock.advance(by: .seconds(60))
            let answer = try await api.finalizeEnrollment(token, session, code)
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.json?.object?.members.map(\.key).sorted() == ["idToken", "refreshToken"])
            let factor = try #require(try fixture.kept("ann")?.factors.first)
            #expect(factor.phone == phone && factor.displayName == "My phone" && factor.id.count == 28)
            #expect(factor.enrolledAt == fixture.clock.now)
            let claims = try #require(answer.claims)
            #expect(claims["firebase"]?["sign_in_provider"] == "password")
            #expect(claims["firebase"]?["sign_in_second_factor"] == "phone")
            #expect(claims["firebase"]?["second_factor_identifier"]?.string == factor.id)
            let refreshed = try await api.refresh(answer.required("refreshToken"))
            #expect(refreshed.claims?["firebase"] == claims["firebase"] && refreshed.claims?["auth_time"] != nil)
            #expect(refreshed.claims?["auth_time"] == claims["auth_time"])
            let again = try await api.finalizeEnrollment(token, session, code)
            #expect(again.status == 400)
        }
    }

    @Test("says in the wire's order what is missing or wrong")
    func refused() async throws {
        let fixture = try IdentityFixture.withAnn()
        try await fixture.serve { api in
            let token = JSONValue.string(try await api.passwordToken())
            let starts: [(JSONObject, String)] = [
                ([:], "MISSING_ID_TOKEN"), (["idToken": ""], "MISSING_ID_TOKEN"),
                (["idToken": "x"], "INVALID_ID_TOKEN"),
                (["idToken": token], "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))"),
                (["idToken": token, "phoneEnrollmentInfo": [:]], "INVALID_PHONE_NUMBER : Invalid format."),
                (
                    ["idToken": token, "phoneEnrollmentInfo": ["phoneNumber": "notaphonenumber"]],
                    "INVALID_PHONE_NUMBER : Invalid format."
                ),
            ]
            for (body, error) in starts {
                let answer = try await api.factors("mfaEnrollment:start", body)
                #expect(answer.status == 400 && answer.error == error, "\(answer.body)")
            }
            let info = { (members: JSONObject) -> JSONObject in
                ["idToken": token, "phoneVerificationInfo": .object(members)]
            }
            let finals: [(JSONObject, String)] = [
                ([:], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
                (["idToken": token], "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))"),
                (info([:]), "MISSING_CODE"), (info(["code": "123456"]), "MISSING_SESSION_INFO"),
                (info(["code": "123456", "sessionInfo": "x"]), "INVALID_SESSION_INFO"),
            ]
            for (body, error) in finals {
                let answer = try await api.factors("mfaEnrollment:finalize", body)
                #expect(answer.status == 400 && answer.error == error, "\(answer.body)")
            }
            let android = try await api.factors("mfaEnrollment:finalize", info(["androidVerificationProof": "x"]))
            #expect(android.status == 501)
            let wrongType = try await api.factors("mfaEnrollment:start", ["phoneEnrollmentInfo": "x"])
            #expect(wrongType.status == 400 && wrongType.error?.contains("/phoneEnrollmentInfo") == true)
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("where codes by SMS are off, nobody hears anything else", arguments: [nil, "DISABLED", "ENABLED"])
    func off(state: String?) async throws {
        let fixture = try IdentityFixture.withAnn(state: state, providers: [])
        try await fixture.serve { api in
            for method in ["mfaEnrollment:start", "mfaEnrollment:finalize", "mfaSignIn:start", "mfaSignIn:finalize"] {
                let answer = try await api.factors(method, [:])
                #expect(answer.error == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.", "\(method)")
            }
        }
    }

    @Test("a phone, a guest and a custom token are no first factors, and an unverified address is none")
    func firstFactors() async throws {
        let fixture = try IdentityFixture.withAnn { $0.isEmailVerified = false }
        let ann = try #require(try fixture.kept("ann"))
        try await fixture.serve { api in
            for provider in [ProviderID.phone, .anonymous, .custom] {
                let answer = try await api.startEnrollment(
                    try await fixture.idToken(ann, SignInMethod(provider)), phone)
                #expect(
                    answer.error == "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
            }
            let answer = try await api.startEnrollment(try await api.passwordToken(), phone)
            #expect(
                answer.error == "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
        }
    }

    @Test("a number is one factor of an account, and five factors are the most", arguments: IdentityModeName.allCases)
    func room(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture.withAnn(mode) { $0.factors = [IdentityFixture.factor("one", "+14155550123")] }
        let ann = try #require(try fixture.kept("ann"))
        let token = try await fixture.idToken(
            ann, SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "one")))
        try await fixture.serve { api in
            let twice = try await api.startEnrollment(token, phone)
            #expect(
                twice.error
                    == "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.")
            try fixture.change("ann") { edit in
                edit.factors = (1...5).map { IdentityFixture.factor($0 == 1 ? "one" : "\($0)", "+1415555010\($0)") }
            }
            #expect(try await api.startEnrollment(token, other).error == "SECOND_FACTOR_LIMIT_EXCEEDED")
        }
    }

    @Test("a session that has proved none of the account's factors adds no factor in production")
    func unproven() async throws {
        let fixture = try IdentityFixture.withAnn { $0.factors = [IdentityFixture.factor("one", "+14155550123")] }
        let ann = try #require(try fixture.kept("ann"))
        try await fixture.serve { api in
            for method in [
                SignInMethod(.password),
                SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "another")),
            ] {
                let answer = try await api.startEnrollment(try await fixture.idToken(ann, method), other)
                #expect(answer.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
        }
    }

    @Test("an enrolment begins a short while after the sign-in, and may end later")
    func recently() async throws {
        let fixture = try IdentityFixture.withAnn()
        try await fixture.serve { api in
            let token = try await api.passwordToken()
            fixture.clock.advance(by: .seconds(290))
            let start = try await api.startEnrollment(token, phone)
            let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string)
            let code = try await fixture.sentCode()
            fixture.clock.advance(by: .seconds(60))
            #expect(try await api.startEnrollment(token, phone).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await api.finalizeEnrollment(token, session, code).status == 200)
        }
    }

    @Test("a session of a sign-in, of another account or of another project enrols nothing in production")
    func sessions() async throws {
        let fixture = try IdentityFixture.withAnn()
        let bob = try fixture.account("bob") { ($0.email, $0.isEmailVerified) = ("bob@example.com", true) }
        let bobs = try await fixture.idToken(bob, SignInMethod(.password))
        try await fixture.serve { api in
            let token = try await api.passwordToken()
            let start = try await api.startEnrollment(token, phone)
            let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string)
            let code = try await fixture.sentCode()
            #expect(try await api.finalizeEnrollment(bobs, session, code).error == "INVALID_SESSION_INFO")
            let plain = try await api.app("sendVerificationCode", #"{"phoneNumber":"\#(phone)"}"#)
            let plainSession = try plain.required("sessionInfo")
            #expect(try await api.finalizeEnrollment(token, plainSession, code).error == "INVALID_SESSION_INFO")
            let signIn = try await api.app(
                "signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(code)"}"#)
            #expect(signIn.error == "INVALID_SESSION_INFO")
            let wrong = code == "000000" ? "000001" : "000000"
            #expect(try await api.finalizeEnrollment(token, session, wrong).error == "INVALID_CODE")
            #expect(try await api.finalizeEnrollment(token, session, "abc").error == "INVALID_CODE")
            #expect(try await api.finalizeEnrollment(token, session, code).status == 200)
        }
        #expect(try fixture.kept("bob")?.factors == [])
    }

    @Test("of two finalizes at once one enrols the phone")
    func atOnce() async throws {
        let fixture = try IdentityFixture.withAnn()
        try await fixture.serve { api in
            let token = try await api.passwordToken()
            let start = try await api.startEnrollment(token, phone)
            let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string)
            let code = try await fixture.sentCode()
            async let first = api.finalizeEnrollment(token, session, code)
            async let second = api.finalizeEnrollment(token, session, code)
            let answers = [try await first, try await second]
            #expect(answers.map(\.status).sorted() == [200, 400])
        }
        #expect(try fixture.kept("ann")?.factors.count == 1)
    }

    @Test("a name that no store can keep is refused before the code is tried")
    func names() async throws {
        let fixture = try IdentityFixture.withAnn()
        try await fixture.serve { api in
            let token = JSONValue.string(try await api.passwordToken())
            let answer = try await api.factors(
                "mfaEnrollment:finalize",
                [
                    "idToken": token, "displayName": .string(String(repeating: "x", count: 257)),
                    "phoneVerificationInfo": ["code": "123456", "sessionInfo": "x"],
                ])
            #expect(answer.error?.hasPrefix("INVALID_PROFILE_ATTRIBUTE : ") == true, "\(answer)")
        }
    }
}
