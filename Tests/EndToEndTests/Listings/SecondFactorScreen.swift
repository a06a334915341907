import Foundation
import VerifydAuth

/// A screen of an app for second factors: the listings of `SecondFactors.md`.
struct SecondFactorScreen {
    /// Draws the QR code of an address.
    let show: (String) -> Void
    /// Asks the person for the code that the phone or the authenticator app shows.
    let askForCode: () async throws -> String
    /// Asks the person for one of several factors.
    let choose: ([MultiFactorInfo]) async throws -> MultiFactorInfo

    // listing: enrol an app
    func addAuthenticatorApp(to user: User) async throws {
        let session = try await user.multiFactor.session()
        let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
        show(secret.generateQRCodeURL(withAccountName: user.email ?? user.uid, issuer: "Demo Shop"))
        let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
            with: secret, oneTimePassword: try await askForCode())
        try await user.multiFactor.enroll(with: assertion, displayName: "My authenticator app")
    }
    // end

    // listing: enrol a phone
    func addPhone(_ phoneNumber: String, to user: User) async throws {
        let session = try await user.multiFactor.session()
        let provider = PhoneAuthProvider.provider()
        let verificationID = try await provider.verifyPhoneNumber(
            phoneNumber, uiDelegate: nil, multiFactorSession: session)
        let credential = provider.credential(
            withVerificationID: verificationID, verificationCode: try await askForCode())
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        try await user.multiFactor.enroll(with: assertion, displayName: "My phone")
    }
    // end

    // listing: sign in with a factor
    func signIn(with credential: AuthCredential) async throws -> User {
        do {
            return try await Auth.auth().signIn(with: credential).user
        } catch let error as AuthError where error.kind == .secondFactorRequired {
            return try await proveFactor(after: error)
        }
    }

    func proveFactor(after error: AuthError) async throws -> User {
        guard let resolver = error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver
        else { throw error }
        let hint = try await choose(resolver.hints)
        guard let phone = hint as? PhoneMultiFactorInfo else {
            let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
                withEnrollmentID: hint.uid, oneTimePassword: try await askForCode())
            return try await resolver.resolveSignIn(with: assertion).user
        }
        let provider = PhoneAuthProvider.provider()
        let verificationID = try await provider.verifyPhoneNumber(
            with: phone, uiDelegate: nil, multiFactorSession: resolver.session)
        let credential = provider.credential(
            withVerificationID: verificationID, verificationCode: try await askForCode())
        let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
        return try await resolver.resolveSignIn(with: assertion).user
    }
    // end
}
