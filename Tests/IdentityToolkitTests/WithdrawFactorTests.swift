import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Withdrawing a second factor, and factors that are mandatory")
struct WithdrawFactorTests {
    private static let one = IdentityFixture.factor("one", "+14155550123")
    private static let two = IdentityFixture.factor("two", "+14155550124")

    /// A good ID token of `ann` in a session that has proved this factor.
    private func token(_ fixture: IdentityFixture, _ factor: String? = "one") async throws -> String {
        let ann = try #require(try fixture.kept("ann"))
        return try await fixture.idToken(
            ann, SignInMethod(.password, secondFactor: factor.map { .init(.phone, enrollmentID: $0) }))
    }

    @Test("the factor goes, and the new session says nothing of it", arguments: IdentityModeName.allCases)
    func withdraw(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture.withAnn(mode) { $0.factors = [Self.one] }
        try await fixture.serve { api in
            let old = try await token(fixture)
            fixture.clock.advance(by: .seconds(2))
            let answer = try await api.withdraw(old, "one")
            #expect(answer.status == 200, "\(answer.body)")
            #expect(answer.json?.object?.members.map(\.key).sorted() == ["idToken", "refreshToken"])
            let session = answer.claims?["firebase"]
            #expect(session?["sign_in_provider"] == "password")
            #expect(session?["sign_in_second_factor"] == nil && session?["second_factor_identifier"] == nil)
            #expect(try fixture.kept("ann")?.factors == [])
            #expect(try await api.refresh(answer.required("refreshToken")).status == 200)
            let before = try await api.app("lookup", #"{"idToken":"\#(old)"}"#)
            switch mode {
            case .production: #expect(before.error == "TOKEN_EXPIRED")
            // The SDK for browsers keeps its list where an answer has none.
            case .emulator: #expect(before.user?["mfaInfo"] == [])
            }
            #expect(try await api.app("signInWithPassword", IdentityClient.password)["idToken"] != nil)
        }
    }

    @Test("what another session has proved stays, where it is another factor")
    func other() async throws {
        let fixture = try IdentityFixture.withAnn { $0.factors = [Self.one, Self.two] }
        try await fixture.serve { api in
            let answer = try await api.withdraw(try await token(fixture, "two"), "one")
            #expect(answer.claims?["firebase"]?["second_factor_identifier"] == "two")
            #expect(try fixture.kept("ann")?.factors == [Self.two])
        }
    }

    @Test("says what is missing or wrong", arguments: IdentityModeName.allCases)
    func refused(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture.withAnn(mode) { $0.factors = [Self.one] }
        let bob = try await fixture.idToken(try fixture.account("bob"), SignInMethod(.password))
        try await fixture.serve { api in
            let token = try await token(fixture)
            #expect(try await api.factors("mfaEnrollment:withdraw", [:]).error == "MISSING_ID_TOKEN")
            #expect(try await api.withdraw("x", "one").error == "INVALID_ID_TOKEN")
            for (token, factor) in [(token, "two"), (token, ""), (bob, "one")] {
                #expect(try await api.withdraw(token, factor).error == "MFA_ENROLLMENT_NOT_FOUND")
            }
        }
        #expect(try fixture.kept("ann")?.factors == [Self.one])
    }

    @Test("production takes a factor from nobody who has signed in long ago, or has proved no factor")
    func recently() async throws {
        let fixture = try IdentityFixture.withAnn { $0.factors = [Self.one, Self.two] }
        try await fixture.serve { api in
            let error = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
            for factor in [nil, "three"] {
                #expect(try await api.withdraw(try await token(fixture, factor), "one").error == error)
            }
            let old = try await token(fixture)
            fixture.clock.advance(by: .seconds(301))
            #expect(try await api.withdraw(old, "one").error == error)
        }
        #expect(try fixture.kept("ann")?.factors.count == 2)
    }

    @Test("a withdrawal ends a sign-in that waits for the factor")
    func race() async throws {
        let fixture = try IdentityFixture.withAnn { $0.factors = [Self.one, Self.two] }
        try await fixture.serve { api in
            let pending = try await api.pendingCredential()
            let start = try await api.startSecondFactor(pending, "one")
            let session = try #require(start["phoneResponseInfo"]?["sessionInfo"]?.string)
            let code = try await fixture.sentCode()
            fixture.clock.advance(by: .seconds(2))
            #expect(try await api.withdraw(try await token(fixture, "two"), "one").status == 200)
            let answer = try await api.finalizeSecondFactor(pending, session, code)
            #expect(answer.error == "INVALID_MFA_PENDING_CREDENTIAL")
        }
    }

    @Test("where a factor is mandatory, a session without one enrols one and is not refreshed, and the last one stays")
    func mandatory() async throws {
        let fixture = try IdentityFixture.withAnn(state: "MANDATORY")
        try await fixture.serve { api in
            let signedIn = try await api.app("signInWithPassword", IdentityClient.password)
            #expect(try await api.refresh(signedIn.required("refreshToken")).error == "TOKEN_EXPIRED")
            let token = try signedIn.required("idToken")
            let start = try await api.startEnrollment(token, "+14155550123")
            let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string)
            let enrolled = try await api.finalizeEnrollment(token, session, try await fixture.sentCode())
            #expect(try await api.refresh(enrolled.required("refreshToken")).status == 200)
            #expect(try await api.refresh(signedIn.required("refreshToken")).error == "TOKEN_EXPIRED")
            let factor = try #require(try fixture.kept("ann")?.factors.first)
            let answer = try await api.withdraw(try enrolled.required("idToken"), factor.id)
            #expect(answer.error?.hasPrefix("OPERATION_NOT_ALLOWED : ") == true)
        }
        #expect(try fixture.kept("ann")?.factors.count == 1)
    }

    @Test("a password that changes keeps the second factor of the session")
    func password() async throws {
        let fixture = try IdentityFixture.withAnn(.emulator) { $0.factors = [Self.one] }
        try await fixture.serve { api in
            let token = try await token(fixture)
            let answer = try await api.app(
                "update", #"{"idToken":"\#(token)","password":"another secret","returnSecureToken":true}"#)
            #expect(answer.claims?["firebase"]?["second_factor_identifier"] == "one", "\(answer.body)")
        }
    }
}
