import Foundation
import Testing

@testable import VerifydAuth

@Suite("second factors of the client for apps", .timeLimit(.minutes(10)))
struct MultiFactorTests {
    private static let factors = #"""
        "mfaInfo":[{"mfaEnrollmentId":"one","displayName":"phone","enrolledAt":"2026-01-02T03:04:05.678Z","phoneInfo":"+*******0143"},
        {"mfaEnrollmentId":"two","displayName":"app","enrolledAt":"2026-01-02T03:04:05Z","totpInfo":{}},
        {"mfaEnrollmentId":"three","displayName":"a later kind"}]
        """#
    private let first = EmailAuthProvider.credential(withEmail: "ann@example.com", password: "word")
    private let code = PhoneAuthCredential(.phone(verificationID: "session", code: "123456"))

    private func resolver(_ server: StubbedServer) async throws -> MultiFactorResolver {
        let error = await #expect(throws: AuthError.self) { try await server.auth.signIn(with: first) }
        #expect(error?.kind == .secondFactorRequired)
        return try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    }

    private func server() throws -> StubbedServer {
        try StubbedServer([
            "signInWithPassword": .json(#"{"localId":"ann","mfaPendingCredential":"pending",\#(Self.factors)}"#),
            "lookup": .account("ann", more: ",\(Self.factors)"),
        ])
    }

    @Test("the factors are listed by kind, with the times of either form")
    func hints() async throws {
        let hints = try await resolver(server()).hints
        #expect(hints.map(\.uid) == ["one", "two"] && hints.map(\.factorID) == ["phone", "totp"])
        #expect((hints[0] as? PhoneMultiFactorInfo)?.phoneNumber == "+*******0143")
        #expect(hints[1].enrollmentDate.timeIntervalSince1970 == 1_767_323_045)
        #expect(abs(hints[0].enrollmentDate.timeIntervalSince1970 - 1_767_323_045.678) < 0.000_1)
    }

    @Test("a wrong code leaves the resolver serving, and the right one signs in")
    func phone() async throws {
        let server = try server()
        let resolver = try await resolver(server)
        server.answer("mfaSignIn:finalize", by: .refusal("INVALID_CODE"))
        let assertion = PhoneMultiFactorGenerator.assertion(with: code)
        let error = await #expect(throws: AuthError.self) { try await resolver.resolveSignIn(with: assertion) }
        #expect(error?.kind == .invalidVerificationCode && server.auth.currentUser == nil)
        let token = IDToken.text(of: "ann", by: "password")
        server.answer("mfaSignIn:finalize", by: .json(#"{"idToken":"\#(token)","refreshToken":"r"}"#))
        let user = try await resolver.resolveSignIn(with: assertion).user
        #expect(user.uid == "ann" && server.auth.currentUser?.uid == "ann")
        #expect(user.multiFactor.enrolledFactors.map(\.uid) == ["one", "two"])
        let sent = try #require(server.bodies(of: "mfaSignIn:finalize").last)
        #expect(sent["mfaPendingCredential"] as? String == "pending")
        #expect(sent["phoneVerificationInfo"] as? [String: String] == ["sessionInfo": "session", "code": "123456"])
    }

    @Test("an authenticator app signs in by its factor's id")
    func totp() async throws {
        let server = try server()
        let token = IDToken.text(of: "ann", by: "password")
        server.answer("mfaSignIn:finalize", by: .json(#"{"idToken":"\#(token)","refreshToken":"r"}"#))
        let resolver = try await resolver(server)
        let assertion = TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "two", oneTimePassword: "654321")
        #expect(try await resolver.resolveSignIn(with: assertion).user.uid == "ann")
        let sent = try #require(server.bodies(of: "mfaSignIn:finalize").last)
        #expect(sent["mfaEnrollmentId"] as? String == "two")
        #expect(sent["totpVerificationInfo"] as? [String: String] == ["verificationCode": "654321"])
    }

    @Test("a reauthentication with a second factor ends at its own user, and at nobody else")
    func reauthentication() async throws {
        let server = try server()
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ben"))
        server.answer("lookup", by: .account("ben"))
        let ben = try await server.auth.signIn(with: code).user
        let error = await #expect(throws: AuthError.self) { try await ben.reauthenticate(with: first) }
        let resolver = try #require(error?.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
        let token = IDToken.text(of: "ann", by: "password")
        server.answer("mfaSignIn:finalize", by: .json(#"{"idToken":"\#(token)","refreshToken":"r"}"#))
        let assertion = PhoneMultiFactorGenerator.assertion(with: code)
        let mismatch = await #expect(throws: AuthError.self) { try await resolver.resolveSignIn(with: assertion) }
        #expect(mismatch?.kind == .userMismatch && server.auth.currentUser?.uid == "ben")
        #expect(ben.refreshToken == "refresh-ben")
    }

    @Test("factors come and go, with the session that the server gives then")
    func enrollment() async throws {
        let server = try server()
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ann"))
        server.answer("lookup", by: .account("ann"))
        let ann = try await server.auth.signIn(with: code).user
        #expect(ann.multiFactor.enrolledFactors.isEmpty)
        let session = try await ann.multiFactor.session()
        server.answer(
            "mfaEnrollment:start",
            by: .json(
                #"""
                {"totpSessionInfo":{"sharedSecretKey":"JBSWY3DPEHPK3PXP","verificationCodeLength":6,"hashingAlgorithm":"SHA1",
                "periodSec":30,"sessionInfo":"totp-session","finalizeEnrollmentTime":"2026-01-02T03:14:05.25Z"}}
                """#))
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        #expect(secret.codeLength == 6 && secret.enrollmentCompletionDeadline != nil)
        let token = IDToken.text(of: "ann", by: "phone")
        server.answer("mfaEnrollment:finalize", by: .json(#"{"idToken":"\#(token)","refreshToken":"enrolled"}"#))
        server.answer("lookup", by: .account("ann", more: ",\(Self.factors)"))
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(with: secret, oneTimePassword: "123456")
        try await ann.multiFactor.enroll(with: assertion, displayName: "app")
        #expect(ann.refreshToken == "enrolled" && ann.multiFactor.enrolledFactors.map(\.uid) == ["one", "two"])
        let sent = try #require(server.bodies(of: "mfaEnrollment:finalize").first)
        #expect(sent["displayName"] as? String == "app")
        #expect(
            sent["totpVerificationInfo"] as? [String: String]
                == ["sessionInfo": "totp-session", "verificationCode": "123456"])
        server.answer("mfaEnrollment:withdraw", by: .json(#"{"idToken":"\#(token)","refreshToken":"withdrawn"}"#))
        server.answer("lookup", by: .account("ann"))
        try await ann.multiFactor.unenroll(withFactorUID: "two")
        #expect(ann.refreshToken == "withdrawn" && ann.multiFactor.enrolledFactors.isEmpty)
        #expect(server.bodies(of: "mfaEnrollment:withdraw").first?["mfaEnrollmentId"] as? String == "two")
    }

    @Test("an answer that enrols nothing is no enrolment")
    func garbage() async throws {
        let server = try server()
        server.answer("signInWithPhoneNumber", by: .tokens(of: "ann"))
        let ann = try await server.auth.signIn(with: code).user
        server.answer("mfaEnrollment:finalize", by: .json("{}"))
        server.answer("mfaEnrollment:start", by: .json("{}"))
        let assertion = PhoneMultiFactorGenerator.assertion(with: code)
        await #expect(throws: AuthError.self) { try await ann.multiFactor.enroll(with: assertion, displayName: nil) }
        let session = try await ann.multiFactor.session()
        let error = await #expect(throws: AuthError.self) {
            try await TOTPMultiFactorGenerator.generateSecret(with: session)
        }
        #expect(error?.kind == .networkError && ann.refreshToken == "refresh-ann")
    }

    @Test("assertions that do not fit are typed errors")
    func misfits() async throws {
        let server = try server()
        let resolver = try await resolver(server)
        let session = await #expect(throws: AuthError.self) {
            try await TOTPMultiFactorGenerator.generateSecret(with: resolver.session)
        }
        #expect(session?.kind == .missingMultiFactorSession)
        let proven = PhoneAuthCredential(.provenPhone(temporaryProof: "p", phoneNumber: "+16505553434"))
        for assertion in [
            PhoneMultiFactorGenerator.assertion(with: proven),
            TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "", oneTimePassword: "1"),
            TOTPMultiFactorGenerator.assertionForSignIn(withEnrollmentID: "two", oneTimePassword: ""),
        ] {
            await #expect(throws: AuthError.self) { try await resolver.resolveSignIn(with: assertion) }
        }
        #expect(server.bodies(of: "mfaSignIn:finalize").isEmpty)
    }

    @Test("the QR code's address survives names with blanks, colons and letters of any script")
    func address() throws {
        let info = TOTPStartAnswer.Info(
            sharedSecretKey: "JBSWY3DPEHPK3PXP", sessionInfo: "s", verificationCodeLength: 8, periodSec: 60,
            hashingAlgorithm: "SHA256")
        let secret = TOTPSecret(info)
        let address = secret.generateQRCodeURL(withAccountName: "ann+1@exämple.com", issuer: "My: Shop & Co")
        let parts = try #require(URLComponents(string: address))
        #expect(parts.scheme == "otpauth" && parts.host == "totp")
        #expect(parts.path == "/My: Shop & Co:ann+1@exämple.com")
        let query = Dictionary(uniqueKeysWithValues: (parts.queryItems ?? []).map { ($0.name, $0.value) })
        #expect(
            query == [
                "secret": "JBSWY3DPEHPK3PXP", "issuer": "My: Shop & Co", "algorithm": "SHA256", "digits": "8",
                "period": "60",
            ])
    }
}
