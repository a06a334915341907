/// A sign-in that needs a second factor; it is in the `userInfo` of ``AuthErrorCode/secondFactorRequired``.
public final class MultiFactorResolver: Sendable {
    /// The sign-in, as ``PhoneAuthProvider/verifyPhoneNumber(with:uiDelegate:multiFactorSession:)`` takes it.
    ///
    /// It serves for ten minutes.
    public let session: MultiFactorSession
    /// The account's factors.
    ///
    /// Let the person choose.
    public let hints: [MultiFactorInfo]
    /// The `Auth` that signs in.
    public let auth: Auth

    init(session: MultiFactorSession, hints: [MultiFactorInfo], auth: Auth) {
        self.session = session
        self.hints = hints
        self.auth = auth
    }

    /// Completes the sign-in.
    ///
    /// - Parameter assertion: that the person has one of the factors.
    /// - Returns: the user, who is now ``Auth/currentUser``.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``, after which the resolver still serves;
    ///   ``AuthErrorCode/invalidMultiFactorSession`` after ten minutes or a sign-in.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        throw AuthError(.internalError)
    }
}
