import Foundation

/// Makes secrets and assertions of authenticator apps.
public enum TOTPMultiFactorGenerator {
    /// The factor's kind.
    public static let factorID = TOTPMultiFactorID

    /// Asks the server for a new secret.
    ///
    /// - Parameter session: of ``MultiFactor/session()``.
    /// - Returns: the secret, which the person takes into an authenticator app.
    /// - Throws: ``AuthErrorCode/operationNotAllowed`` if the project has no such factor;
    ///   ``AuthErrorCode/missingMultiFactorSession`` for the session of a sign-in.
    public static func generateSecret(with session: MultiFactorSession) async throws -> TOTPSecret {
        throw AuthError(.internalError)
    }

    /// Makes the assertion that adds an authenticator app.
    ///
    /// - Parameters:
    ///   - secret: of ``generateSecret(with:)``.
    ///   - oneTimePassword: the six digits that the authenticator app shows.
    /// - Returns: the assertion.
    public static func assertionForEnrollment(
        with secret: TOTPSecret, oneTimePassword: String
    ) -> MultiFactorAssertion {
        MultiFactorAssertion(factorID: factorID, proof: .newTOTP(secret, oneTimePassword: oneTimePassword))
    }

    /// Makes the assertion that completes a sign-in.
    ///
    /// - Parameters:
    ///   - enrollmentID: the ``MultiFactorInfo/uid`` of one of ``MultiFactorResolver/hints``.
    ///   - oneTimePassword: the six digits that the authenticator app shows.
    /// - Returns: the assertion.
    public static func assertionForSignIn(
        withEnrollmentID enrollmentID: String, oneTimePassword: String
    ) -> MultiFactorAssertion {
        MultiFactorAssertion(
            factorID: factorID, proof: .totp(enrollmentID: enrollmentID, oneTimePassword: oneTimePassword))
    }
}

/// The secret of an authenticator app that is being added.
public struct TOTPSecret: Sendable {
    let secret: String
    let sessionInfo: String
    /// How many digits a code has.
    public let codeLength: Int
    /// For how many seconds a code is shown.
    public let codeIntervalSeconds: Int
    /// When the server stops to take the secret.
    public let enrollmentCompletionDeadline: Date?
    /// The HMAC's hash, for example `SHA1`.
    public let hashingAlgorithm: String

    /// The secret in Base32, for people who type it.
    ///
    /// - Returns: capital letters and digits.
    public func sharedSecretKey() -> String { secret }

    /// The address that a QR code shows to an authenticator app.
    ///
    /// - Parameters:
    ///   - accountName: what the authenticator app calls the account, for example the e-mail address.
    ///   - issuer: what it calls your service.
    /// - Returns: an `otpauth` URL.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String { "" }
}
