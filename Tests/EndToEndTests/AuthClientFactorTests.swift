import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore
import VerifydAuth

/// Second factors through `VerifydAuth`: by SMS and by an authenticator app.
@Suite("second factors of the client for apps", .serialized, .timeLimit(.minutes(10)))
struct AuthClientFactorTests {
    private let phones = Site.phones(2)
    private static let mail = (email: "ann@example.com", password: "correct horse")

    @Test("a person who began with a number adds an authenticator app, and then needs it at each sign-in")
    func app() async throws {
        try await withSite { site in
            let device = try AppDevice(
                try await site.identity(of: try await site.projectWithFactors()).caller, at: site)
            let user = try await device.signIn(phones[0])
            let session = try await user.multiFactor.session()
            let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
            #expect(secret.codeLength == 6 && secret.codeIntervalSeconds == 30)
            let address = secret.generateQRCodeURL(withAccountName: "ann@example.com", issuer: "Demo Shop")
            let parts = try #require(URLComponents(string: address))
            #expect(parts.scheme == "otpauth" && parts.host == "totp")
            #expect(parts.queryItems?.first { $0.name == "secret" }?.value == secret.sharedSecretKey())
            let app = try AuthenticatorApp(secret.sharedSecretKey())
            let wrong = TOTPMultiFactorGenerator.assertionForEnrollment(
                with: secret, oneTimePassword: app.code(step: -20))
            let refused = try await AuthError.of { try await user.multiFactor.enroll(with: wrong, displayName: nil) }
            #expect(refused.kind == .invalidVerificationCode)
            let right = TOTPMultiFactorGenerator.assertionForEnrollment(
                with: secret, oneTimePassword: app.code(step: -1))
            try await user.multiFactor.enroll(with: right, displayName: "Ann's app")
            #expect(user.multiFactor.enrolledFactors.map(\.displayName) == ["Ann's app"])
            #expect(try await user.getIDTokenResult().signInSecondFactor == "totp")
            #expect(device.auth.currentUser?.uid == user.uid)
            try device.auth.signOut()

            let resolver = try await device.resolver(for: try await device.credential(of: phones[0]))
            #expect(device.auth.currentUser == nil)
            let hint = try #require(resolver.hints.first as? TOTPMultiFactorInfo)
            let guess = TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: hint.uid, oneTimePassword: app.code(step: -20))
            let error = try await AuthError.of { try await resolver.resolveSignIn(with: guess) }
            #expect(error.kind == .invalidVerificationCode)
            let code = TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: hint.uid, oneTimePassword: app.code(step: 1))
            #expect(try await resolver.resolveSignIn(with: code).user.uid == user.uid)
            #expect(try await device.user.getIDTokenResult(forcingRefresh: true).signInSecondFactor == "totp")
            let again = try await AuthError.of { try await resolver.resolveSignIn(with: code) }
            #expect(again.kind == .invalidMultiFactorSession, "a first factor serves one sign-in")

            let signedIn = try device.user
            let factor = try #require(signedIn.multiFactor.enrolledFactors.first)
            try await signedIn.multiFactor.unenroll(with: factor)
            #expect(signedIn.multiFactor.enrolledFactors.isEmpty)
            try device.auth.signOut()
            #expect(try await device.signIn(phones[0]).uid == user.uid)
        }
    }

    @Test("a person with an address adds a number, and chooses it at the sign-in, where it is masked")
    func sms() async throws {
        try await withSite { site in
            let caller = try await site.identity(of: try await site.projectWithFactors()).caller
            let device = try AppDevice(caller, at: site)
            let made = try await caller.manage(
                "/accounts",
                [
                    "email": .string(Self.mail.email), "password": .string(Self.mail.password), "emailVerified": true,
                ])
            let id = try #require(made["localId"], "\(made.message ?? "")")
            let user = try await device.auth.signIn(withEmail: Self.mail.email, password: Self.mail.password).user
            #expect(user.uid == id && user.isEmailVerified)
            let session = try await user.multiFactor.session()
            let sent = try await device.provider.verifyPhoneNumber(phones[0], multiFactorSession: session)
            try await user.multiFactor.enroll(
                with: try await device.assertion(sent, phones[0], site), displayName: "Ann's phone")
            let known = try #require(user.multiFactor.enrolledFactors.first as? PhoneMultiFactorInfo)
            #expect(known.phoneNumber == phones[0] && known.displayName == "Ann's phone")
            let twice = try await user.multiFactor.session()
            let error = try await AuthError.of {
                try await device.provider.verifyPhoneNumber(phones[0], multiFactorSession: twice)
            }
            #expect(error.kind == .secondFactorAlreadyEnrolled)
            try device.auth.signOut()

            let mail = EmailAuthProvider.credential(withEmail: Self.mail.email, password: Self.mail.password)
            let resolver = try await device.resolver(for: mail)
            let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
            #expect(hint.phoneNumber.hasSuffix(phones[0].suffix(4)) && hint.phoneNumber != phones[0])
            let code = try await device.provider.verifyPhoneNumber(with: hint, multiFactorSession: resolver.session)
            let assertion = try await device.assertion(code, phones[0], site)
            #expect(try await resolver.resolveSignIn(with: assertion).user.uid == id)
            #expect(try await device.user.getIDTokenResult().signInSecondFactor == "phone")
            #expect(device.provider.lastVerificationID == nil, "the ID of a factor signs nobody in by itself")
        }
    }

    @Test("who signs in by a number adds no second number, and a missing switch has an error of its own")
    func refused() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let caller = try await site.identity(of: keys).caller
            let device = try AppDevice(caller, at: site)
            let user = try await device.signIn(phones[0])
            let session = try await user.multiFactor.session()
            let off = try await AuthError.of { try await TOTPMultiFactorGenerator.generateSecret(with: session) }
            #expect(off.kind == .operationNotAllowed)
            _ = try await site.run(
                ["projects", "set", keys.project, "--second-factors", "enabled", "--second-factor", "sms,totp"])
            try await eventually("the change is known") {
                let error = try await AuthError.of {
                    try await device.provider.verifyPhoneNumber(phones[1], multiFactorSession: session)
                }
                return error.kind == .unsupportedFirstFactor
            }
            #expect(device.auth.currentUser?.uid == user.uid)
        }
    }
}

extension AppDevice {
    /// Proves the first factor of an account that has a second.
    fileprivate func resolver(for credential: AuthCredential) async throws -> MultiFactorResolver {
        let error = try await AuthError.of { try await auth.signIn(with: credential) }
        #expect(error.kind == .secondFactorRequired)
        return try #require(error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    /// Types the code of the last SMS.
    fileprivate func assertion(_ id: String, _ phone: String, _ site: Site) async throws -> MultiFactorAssertion {
        let code = try await site.lastCode(of: phone)
        return PhoneMultiFactorGenerator.assertion(
            with: provider.credential(withVerificationID: id, verificationCode: code))
    }
}

extension Site {
    /// A project with both factors for any account, and with passwords; before the processes start.
    ///
    /// It takes codes of five steps before and after now, so that a slow machine and several codes at once have room.
    func projectWithFactors() async throws -> ProjectKeys {
        let keys = try await makeProject()
        _ = try await run(
            [
                "projects", "set", keys.project, "--second-factors", "enabled", "--second-factor", "sms,totp",
                "--any-account-enrolls", "on",
            ])
        let configuration = """
            {"signIn":{"email":{"enabled":true,"passwordRequired":true}},
            "mfa":{"state":"ENABLED","enabledProviders":["PHONE_SMS"],
            "providerConfigs":[{"state":"ENABLED","totpProviderConfig":{"adjacentIntervals":5}}]}}
            """
        try await pool.query("update project set others = \(configuration)::json where id = \(keys.project)")
        return keys
    }
}
