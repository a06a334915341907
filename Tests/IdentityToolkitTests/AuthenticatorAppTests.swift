import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("Authenticator apps as second factors")
struct AuthenticatorAppTests {
    private static let configured: JSONObject = [
        "mfa": [
            "state": "ENABLED",
            "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]],
        ]
    ]

    /// A fixture whose account `ann` has proved her address.
    private func fixture(
        _ mode: IdentityMode = .emulator, others: JSONObject = Self.configured
    ) throws -> IdentityFixture {
        let fixture = try IdentityFixture(mode, others: others)
        try fixture.account("ann") { ($0.email, $0.isEmailVerified) = ("ann@example.com", true) }
        return fixture
    }

    private func idToken(_ fixture: IdentityFixture, of id: String = "ann") async throws -> String {
        try await fixture.idToken(try #require(try fixture.kept(id)), SignInMethod(.password))
    }

    @Test("are enrolled by their first code, and sign in by their next codes", arguments: IdentityModeName.allCases)
    func journey(mode: IdentityModeName) async throws {
        let fixture = try fixture(mode.mode)
        try await fixture.serve { api in
            let started = try await api.startApp(try await idToken(fixture))
            let info = started["totpSessionInfo"]
            #expect(info?["verificationCodeLength"] == 6 && info?["periodSec"] == 30)
            #expect(info?["hashingAlgorithm"] == "SHA1" && info?["sharedSecretKey"]?.string?.count == 32)
            #expect(info?["finalizeEnrollmentTime"]?.string == (fixture.clock.now + .seconds(600)).rfc3339)
            #expect(try fixture.kept("ann")?.factors == [], "nothing is kept before the first code")

            let app = try App(started)
            fixture.clock.advance(by: .seconds(400))
            let enrolled = try await api.finalizeApp(
                try await idToken(fixture), app, app.code(at: fixture.clock.now), name: "Ann's phone")
            #expect(enrolled.status == 200 && enrolled["totpAuthInfo"] == [:], "\(enrolled.error ?? "")")
            let factor = try #require(try fixture.kept("ann")?.factors.first)
            #expect(enrolled.claims?["firebase"]?["sign_in_second_factor"] == "totp")
            #expect(enrolled.claims?["firebase"]?["second_factor_identifier"]?.string == factor.id)
            #expect(factor.displayName == "Ann's phone" && factor.id.count == 28)
            let user = try await api.app("lookup", #"{"idToken":"\#(try enrolled.required("idToken"))"}"#).user
            let entry = user?["mfaInfo"]?.array?.first
            #expect(entry?["totpInfo"] == [:] && entry?["mfaEnrollmentId"]?.string == factor.id)
            #expect(entry?["phoneInfo"] == nil && entry?["displayName"] == "Ann's phone")

            let used = try await api.signIn(try fixture.pending(), factor.id, app.code(at: fixture.clock.now))
            #expect(used.error == "INVALID_CODE", "the code of the enrolment signs in to nothing")
            fixture.clock.advance(by: .seconds(30))
            let signedIn = try await api.signIn(try fixture.pending(), factor.id, app.code(at: fixture.clock.now))
            #expect(signedIn.status == 200 && signedIn.text("refreshToken") != nil, "\(signedIn.error ?? "")")
            #expect(signedIn.claims?["firebase"]?["sign_in_provider"] == "password")
            #expect(signedIn.claims?["firebase"]?["sign_in_second_factor"] == "totp")
            #expect(signedIn.claims?["firebase"]?["second_factor_identifier"]?.string == factor.id)
            #expect(try fixture.kept("ann")?.lastSignInAt == fixture.clock.now)
            let again = try await api.signIn(try fixture.pending(), factor.id, app.code(at: fixture.clock.now))
            #expect(again.error == "INVALID_CODE")
        }
    }

    @Test("begin only for accounts that may enrol one, and the wire's errors come in their order")
    func start() async throws {
        try await fixture(.production, others: JSONObject()).serve { api in
            for method in ["mfaEnrollment:start", "mfaEnrollment:finalize", "mfaSignIn:finalize"] {
                let answer = try await api.factors(method, #"{"totpEnrollmentInfo":{},"totpVerificationInfo":{}}"#)
                #expect(answer.error == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.", "\(method)")
            }
        }
        let fixture = try fixture(.production)
        try fixture.account("ben") { $0.email = "ben@example.com" }
        try await fixture.serve { api in
            let nobody = try await api.factors("mfaEnrollment:start", #"{"totpEnrollmentInfo":{}}"#)
            #expect(nobody.error == "MISSING_ID_TOKEN")
            #expect(try await api.startApp("x").error == "INVALID_ID_TOKEN")
            let ann = try #require(try fixture.kept("ann"))
            let byPhone = try await api.startApp(try await fixture.idToken(ann, SignInMethod(.phone)))
            #expect(byPhone.error == "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
            let unverified = try await api.startApp(try await idToken(fixture, of: "ben"))
            #expect(unverified.error?.hasPrefix("UNVERIFIED_EMAIL : ") == true)
            let old = try await idToken(fixture)
            fixture.clock.advance(by: .seconds(301))
            #expect(try await api.startApp(old).error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test("are no more than an account may have factors")
    func most() async throws {
        let fixture = try fixture()
        let full = (0..<SecondFactor.mostPerAccount).map {
            SecondFactor("f\($0)", kind: .phone("+1415555010\($0)"), enrolledAt: fixture.clock.now)
        }
        try fixture.account("cid") { ($0.email, $0.isEmailVerified, $0.factors) = ("cid@example.com", true, full) }
        let answer = try await fixture.serve { try await $0.startApp(try await idToken(fixture, of: "cid")) }
        #expect(answer.error == "SECOND_FACTOR_LIMIT_EXCEEDED")
    }

    @Test("are enrolled by no other session, and a session serves once and for ten minutes")
    func finalize() async throws {
        let fixture = try fixture()
        try fixture.account("ben") { ($0.email, $0.isEmailVerified) = ("ben@example.com", true) }
        try await fixture.serve { api in
            let token = try await idToken(fixture)
            let app = try App(try await api.startApp(token))
            let code = app.code(at: fixture.clock.now)
            let errors = [
                (#"{"totpVerificationInfo":{}}"#, "MISSING_ID_TOKEN"),
                (#"{"idToken":"\#(token)","totpVerificationInfo":{}}"#, "MISSING_CODE"),
                (#"{"idToken":"\#(token)","totpVerificationInfo":{"verificationCode":"1"}}"#, "MISSING_SESSION_INFO"),
            ]
            for (body, error) in errors {
                #expect(try await api.factors("mfaEnrollment:finalize", body).error == error)
            }
            let ben = try await idToken(fixture, of: "ben")
            let foreign = try await api.finalizeApp(ben, app, code)
            #expect(foreign.error == "INVALID_SESSION_INFO", "Ann's session")
            let madeUp = App(secret: app.secret, sessionInfo: "x")
            #expect(try await api.finalizeApp(token, madeUp, code).error == "INVALID_SESSION_INFO")
            for wrong in [app.code(at: fixture.clock.now + .seconds(90)), "12345", "abcdef"] {
                #expect(try await api.finalizeApp(token, app, wrong).error == "INVALID_CODE")
            }
            let long = try await api.finalizeApp(token, app, code, name: String(repeating: "x", count: 257))
            #expect(long.error == "INVALID_PROFILE_ATTRIBUTE : Display name too long.")
            let spaced = code.prefix(3) + " " + code.suffix(3)
            #expect(try await api.finalizeApp(token, app, String(spaced)).status == 200)
            fixture.clock.advance(by: .seconds(30))
            let twice = try await api.finalizeApp(token, app, app.code(at: fixture.clock.now))
            #expect(twice.error == "INVALID_SESSION_INFO")
            #expect(try fixture.kept("ann")?.factors.count == 1)

            let late = try App(try await api.startApp(token))
            fixture.clock.advance(by: .seconds(600))
            let over = try await api.finalizeApp(token, late, late.code(at: fixture.clock.now))
            #expect(over.error == "SESSION_EXPIRED")
        }
    }

    @Test("sign in only with a credential, a factor and a code of the same account")
    func errors() async throws {
        let fixture = try fixture()
        let app = try fixture.enroll("ann", "app")
        _ = try fixture.enroll("ben", "other")
        try await fixture.serve { api in
            let (pending, code) = (try fixture.pending(), app.code(at: fixture.clock.now))
            let errors: [(String?, String?, String?, String)] = [
                (nil, "app", code, "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
                (pending, nil, code, "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."),
                (pending, "app", nil, "MISSING_CODE"), ("x", "app", code, "INVALID_MFA_PENDING_CREDENTIAL"),
                (pending, "other", code, "MFA_ENROLLMENT_NOT_FOUND"),
                (pending, "phone", code, "MFA_ENROLLMENT_NOT_FOUND"),
                (pending, "app", app.code(at: fixture.clock.now - .seconds(300)), "INVALID_CODE"),
                (try fixture.pending(of: "ben"), "other", code, "INVALID_CODE"),
                (try fixture.pending(in: fixture.other), "app", code, "INVALID_MFA_PENDING_CREDENTIAL"),
            ]
            for (credential, factor, code, error) in errors {
                #expect(try await api.signIn(credential, factor, code).error == error)
            }
            #expect(try await api.signIn(pending, "app", code).status == 200, "no refusal has used the credential")
            let next = app.code(at: fixture.clock.now + .seconds(30))
            #expect(try await api.signIn(pending, "app", next).error == "INVALID_MFA_PENDING_CREDENTIAL")
            let late = try fixture.pending()
            fixture.clock.advance(by: .seconds(600))
            let now = app.code(at: fixture.clock.now)
            #expect(try await api.signIn(late, "app", now).error == "INVALID_MFA_PENDING_CREDENTIAL")
        }
    }

    @Test("production takes five wrong codes in five minutes, and then none for a while; an emulator counts none")
    func tries() async throws {
        for mode in IdentityModeName.allCases {
            let fixture = try fixture(mode.mode)
            let app = try fixture.enroll("ann", "app")
            try await fixture.serve { api in
                let pending = try fixture.pending()
                for _ in 1...5 {
                    let wrong = app.code(at: fixture.clock.now - .seconds(3_600))
                    #expect(try await api.signIn(pending, "app", wrong).error == "INVALID_CODE")
                }
                let right = try await api.signIn(try fixture.pending(), "app", app.code(at: fixture.clock.now))
                switch mode {
                case .emulator: #expect(right.status == 200)
                case .production: #expect(right.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
                }
                fixture.clock.advance(by: .seconds(306))
                #expect(try await api.signIn(pending, "app", app.code(at: fixture.clock.now)).status == 200)
            }
        }
    }

    @Test("one code signs in once, whatever credentials it comes with at once")
    func races() async throws {
        let fixture = try fixture()
        let app = try fixture.enroll("ann", "app")
        try await fixture.serve { api in
            let (one, code) = (try fixture.pending(), app.code(at: fixture.clock.now))
            let same = try await atOnce((0..<4).map { _ in one }) { try await api.signIn($0, "app", code) }
            #expect(same.count { $0.status == 200 } == 1)
            fixture.clock.advance(by: .seconds(30))
            let next = app.code(at: fixture.clock.now)
            let others = try await atOnce(try (0..<4).map { _ in try fixture.pending() }) {
                try await api.signIn($0, "app", next)
            }
            #expect(others.count { $0.status == 200 } == 1 && others.count { $0.error == "INVALID_CODE" } == 3)

            let token = try await idToken(fixture)
            let second = try App(try await api.startApp(token))
            let first = second.code(at: fixture.clock.now)
            let enrolled = try await atOnce((0..<4).map { _ in token }) { try await api.finalizeApp($0, second, first) }
            #expect(enrolled.count { $0.status == 200 } == 1)
            #expect(try fixture.kept("ann")?.factors.count { $0.phone == nil } == 2)
        }
    }

    @Test("a secret in the row of another account opens nothing, and the log says so")
    func copied() async throws {
        let fixture = try fixture()
        let app = try fixture.enroll("ann", "app")
        let factors = try #require(try fixture.kept("ann")?.factors)
        try fixture.account("eve") { ($0.email, $0.factors) = ("eve@example.com", factors) }
        let answer = try await fixture.serve {
            try await $0.signIn(try fixture.pending(of: "eve"), "app", app.code(at: fixture.clock.now))
        }
        #expect(answer.status == 503 && fixture.problems.all == [.keyMissing])
    }

    /// Calls with each of these at once.
    private func atOnce(
        _ values: [String], _ call: @escaping @Sendable (String) async throws -> WireAnswer
    ) async throws -> [WireAnswer] {
        try await withThrowingTaskGroup(of: WireAnswer.self) { group in
            for value in values { group.addTask { try await call(value) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// An app on a phone that has read a secret.
private struct App {
    let secret: [UInt8]
    let sessionInfo: String

    init(secret: [UInt8], sessionInfo: String) { (self.secret, self.sessionInfo) = (secret, sessionInfo) }

    /// Reads the answer of a start; Base32 by the table of RFC 4648.
    init(_ started: WireAnswer) throws {
        let info = started["totpSessionInfo"]
        let text = try #require(info?["sharedSecretKey"]?.string, "\(started.error ?? "")")
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = try text.map { letter in
            let value = String(try #require(letters.firstIndex(of: letter)), radix: 2)
            return String(repeating: "0", count: 5 - value.count) + value
        }.joined()
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { place in
            UInt8(bits.dropFirst(place).prefix(8), radix: 2) ?? 0
        }
        self.init(secret: bytes, sessionInfo: try #require(info?["sessionInfo"]?.string))
    }

    func code(at moment: Timestamp) -> String { TOTP.code(ofStep: TOTP.step(at: moment), secret: secret) }
}

extension IdentityFixture {
    /// Makes an account with an app and a phone as its factors, or gives them to the account that there is.
    fileprivate func enroll(_ id: String, _ factor: String) throws -> App {
        let app = App(secret: Self.randomBytes(TOTP.secretLength), sessionInfo: "")
        let account = try #require(LocalID(id))
        let sealed = try #require(keyRing.seal(app.secret, for: TOTPFactor.purpose(of: project.id, account)))
        let factors = [
            SecondFactor("phone", kind: .phone("+14155550109"), enrolledAt: clock.now),
            SecondFactor(factor, kind: .totp(TOTPFactor(secret: sealed, usedStep: 0)), enrolledAt: clock.now),
        ]
        if try kept(id) == nil { try self.account(id) { $0.email = "\(id)@example.com" } }
        _ = try accountWorld.change(account, of: project.id) { _ throws(AccountError) in
            var edit = AccountEdit()
            edit.factors = factors
            return edit
        }
        return app
    }

    /// What a person gets who has just proved a password.
    fileprivate func pending(of id: String = "ann", in project: Project? = nil) throws -> String {
        let credential = PendingCredential(
            account: try #require(LocalID(id)), provider: .password, madeAt: clock.now,
            use: VerificationID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
        return try #require(credential.text(of: (project ?? self.project).id, by: keyRing))
    }
}

extension IdentityClient {
    fileprivate func factors(_ method: String, _ body: String) async throws -> WireAnswer {
        try await call(.post, "\(Self.v2)/accounts/\(method)?key=\(IdentityFixture.clientKey)", body)
    }

    fileprivate func startApp(_ idToken: String) async throws -> WireAnswer {
        try await factors("mfaEnrollment:start", #"{"idToken":"\#(idToken)","totpEnrollmentInfo":{}}"#)
    }

    fileprivate func finalizeApp(
        _ idToken: String, _ app: App, _ code: String, name: String = ""
    ) async throws -> WireAnswer {
        try await factors(
            "mfaEnrollment:finalize",
            #"{"idToken":"\#(idToken)","displayName":"\#(name)","totpVerificationInfo":"#
                + #"{"sessionInfo":"\#(app.sessionInfo)","verificationCode":"\#(code)"}}"#)
    }

    /// Without what is nil.
    fileprivate func signIn(_ credential: String?, _ factor: String?, _ code: String?) async throws -> WireAnswer {
        let members = [("mfaPendingCredential", credential), ("mfaEnrollmentId", factor)]
            .compactMap { name, value in value.map { #""\#(name)":"\#($0)","# } }
        let info = code.map { #""verificationCode":"\#($0)""# } ?? ""
        return try await factors("mfaSignIn:finalize", #"{\#(members.joined())"totpVerificationInfo":{\#(info)}}"#)
    }
}
