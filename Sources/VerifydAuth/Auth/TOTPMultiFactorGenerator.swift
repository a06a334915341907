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
        guard case .enrollment(let user) = session.purpose else { throw AuthError(.missingMultiFactorSession) }
        let answer = try await user.session.call(as: TOTPStartAnswer.self) { idToken in
            .v2("mfaEnrollment:start", body: ["idToken": .text(idToken), "totpEnrollmentInfo": .object([:])])
        }
        return TOTPSecret(answer.totpSessionInfo)
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
