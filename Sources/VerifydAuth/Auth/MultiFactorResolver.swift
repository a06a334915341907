/// A sign-in that needs a second factor; it is in the `userInfo` of ``AuthErrorCode/secondFactorRequired``.
///
/// Links and reauthentications may need one too, and end in the same way.
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
    public var auth: Auth { signIn.auth }

    private let pendingCredential: String
    private let firstAnswer: SignInAnswer
    private let signIn: SignIn

    init(_ pendingCredential: String, after answer: SignInAnswer, of signIn: SignIn) {
        session = MultiFactorSession(purpose: .signIn(pendingCredential: pendingCredential))
        hints = MultiFactorInfo.factors(answer.mfaInfo)
        self.pendingCredential = pendingCredential
        firstAnswer = answer
        self.signIn = signIn
    }

    /// Completes the sign-in.
    ///
    /// - Parameter assertion: that the person has one of the factors.
    /// - Returns: the user, who is now ``Auth/currentUser``; after a link or a reauthentication, the user who was linked or
    ///   reauthenticated.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``, after which the resolver still serves;
    ///   ``AuthErrorCode/invalidMultiFactorSession`` after ten minutes or a sign-in.
    @discardableResult
    public func resolveSignIn(with assertion: MultiFactorAssertion) async throws -> AuthDataResult {
        var body = try assertion.proof.signIn()
        body["mfaPendingCredential"] = .text(pendingCredential)
        let second = try await auth.parts.server.call(.v2("mfaSignIn:finalize", body: body), as: FactorAnswer.self)
        var answer = firstAnswer
        answer.mfaPendingCredential = nil
        (answer.idToken, answer.refreshToken, answer.expiresIn) = (second.idToken, second.refreshToken, nil)
        return try await signIn.finish(answer)
    }
}
