import AccountCore
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("accounts:signInWithPassword")
struct PasswordSignInTests {
    private let body = #"{"email":"ANN@example.com","password":"correct horse","returnSecureToken":true}"#

    /// A fixture whose account `ann` has the password `correct horse`.
    private func fixture(
        _ mode: IdentityModeName, others: JSONObject = JSONObject(passwords: true), isDisabled: Bool = false
    ) throws -> IdentityFixture {
        let fixture = try IdentityFixture(mode.mode, others: others)
        let hash = try #require(PasswordHash.ofCorrectHorse).text
        try fixture.account("ann") {
            ($0.email, $0.passwordHash, $0.isDisabled) = ("ann@example.com", hash, isDisabled)
        }
        return fixture
    }

    @Test("signs in who knows the password, and notes when", arguments: IdentityModeName.allCases)
    func signIn(mode: IdentityModeName) async throws {
        let fixture = try fixture(mode)
        fixture.clock.advance(by: .seconds(60))
        let (web, phone) = try await fixture.serve {
            (try await $0.app("signInWithPassword", body), try await $0.phone("verifyPassword", body))
        }
        for answer in [web, phone] {
            #expect(answer.status == 200 && answer.text("localId") == "ann" && answer["registered"] == true)
            #expect(answer.text("kind") == "identitytoolkit#VerifyPasswordResponse")
            #expect(answer.text("email") == "ann@example.com" && answer.text("expiresIn") == "3600")
            #expect(answer.claims?["firebase"]?["sign_in_provider"] == "password")
        }
        #expect(try fixture.kept("ann")?.lastSignInAt == fixture.clock.now)
    }

    @Test("the emulator tells an unknown address from a wrong password, unless the project hides addresses")
    func emulator() async throws {
        let (unknown, wrong) = (
            #"{"email":"bob@example.com","password":"x"}"#, #"{"email":"ann@example.com","password":"x"}"#
        )
        try await fixture(.emulator).serve { api in
            let stranger = try await api.app("signInWithPassword", unknown)
            let guesser = try await api.app("signInWithPassword", wrong)
            #expect(stranger.error == "EMAIL_NOT_FOUND" && guesser.error == "INVALID_PASSWORD")
        }
        let hiding = JSONObject().setting(["emailPrivacyConfig", "enableImprovedEmailPrivacy"], to: true)
        try await fixture(.emulator, others: hiding).serve { api in
            for body in [unknown, wrong] {
                let answer = try await api.app("signInWithPassword", body)
                #expect(answer.error == "INVALID_LOGIN_CREDENTIALS")
            }
        }
    }

    @Test(
        "production answers alike for an unknown address, a wrong password, no password, and a hash of another program")
    func production() async throws {
        let fixture = try fixture(.production)
        try fixture.account("cid") { ($0.email, $0.passwordHash) = ("cid@example.com", "T8cY66FE7V0ejwZqdYH6Og==") }
        try fixture.account("dan") { $0.email = "dan@example.com" }
        try await fixture.serve { api in
            for name in ["ann", "bob", "cid", "dan"] {
                let answer = try await api.app(
                    "signInWithPassword", #"{"email":"\#(name)@example.com","password":"x"}"#)
                #expect(answer.status == 400 && answer.error == "INVALID_LOGIN_CREDENTIALS", "\(name)")
            }
        }
    }

    @Test("keeps a disabled account out, and production says this only to who knows the password")
    func disabled() async throws {
        for mode in IdentityModeName.allCases {
            try await fixture(mode, isDisabled: true).serve { api in
                let answer = try await api.app("signInWithPassword", body)
                #expect(answer.error == "USER_DISABLED")
            }
        }
        try await fixture(.production, isDisabled: true).serve { api in
            let wrong = try await api.app("signInWithPassword", #"{"email":"ann@example.com","password":"x"}"#)
            #expect(wrong.error == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    @Test("production tries ten passwords of an account from a network, and then not even the right one, for a while")
    func tries() async throws {
        let fixture = try fixture(.production)
        try await fixture.serveBehindProxy { api in
            let (guesser, owner) = ("203.0.113.7", "198.51.100.1")
            for _ in 1...10 {
                let wrong = try await api.app(
                    "signInWithPassword", #"{"email":"ann@example.com","password":"x"}"#, from: guesser)
                #expect(wrong.error == "INVALID_LOGIN_CREDENTIALS")
            }
            let late = try await api.app("signInWithPassword", body, from: guesser)
            #expect(late.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
            for _ in 1...2 {
                let answer = try await api.app("signInWithPassword", body, from: owner)
                #expect(answer.status == 200, "the owner is not locked out")
            }
            fixture.clock.advance(by: .seconds(611))
            #expect(try await api.app("signInWithPassword", body, from: guesser).status == 200)
        }
    }

    @Test("production lets nobody in by password unless the project's configuration does")
    func closed() async throws {
        let answer = try await fixture(.production, others: JSONObject()).serve {
            try await $0.app("signInWithPassword", body)
        }
        #expect(answer.status == 400 && answer.error == "OPERATION_NOT_ALLOWED")
    }

    @Test(
        "says in the wire's order what is missing or wrong",
        arguments: [
            ("{}", "MISSING_EMAIL"), (#"{"email":"","password":"x"}"#, "INVALID_EMAIL"),
            (#"{"email":"ann","password":"x"}"#, "INVALID_EMAIL"), (#"{"email":"a@b"}"#, "MISSING_PASSWORD"),
            (#"{"email":"a@b","password":""}"#, "MISSING_PASSWORD"),
        ])
    func refused(body: String, error: String) async throws {
        let answer = try await fixture(.emulator).serve { try await $0.app("signInWithPassword", body) }
        #expect(answer.status == 400 && answer.error == error)
    }

    @Test("says that it tries no captcha")
    func captcha() async throws {
        let body = #"{"email":"a@b","password":"x","captchaResponse":"c"}"#
        #expect(try await fixture(.emulator).serve { try await $0.app("signInWithPassword", body) }.status == 501)
    }
}

/// The modes in a form that names a test.
enum IdentityModeName: String, CaseIterable, Sendable {
    case emulator, production
}

extension IdentityModeName {
    var mode: IdentityMode {
        switch self {
        case .emulator: .emulator
        case .production: .production
        }
    }
}
