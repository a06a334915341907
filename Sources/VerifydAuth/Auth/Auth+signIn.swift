extension Auth {
    /// Signs in, and makes the account if the credential is new.
    ///
    /// - Parameter credential: what proves who the person is. A phone credential serves once.
    /// - Returns: the user, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/secondFactorRequired`` if the account has a second factor;
    ///   ``AuthErrorCode/invalidVerificationCode`` for a wrong code, after which the same verification ID still serves;
    ///   ``AuthErrorCode/sessionExpired`` if the code is too old;
    ///   ``AuthErrorCode/accountExistsWithDifferentCredential`` if the identity's e-mail address is another account's.
    ///   After ``AuthErrorCode/networkError`` the server may have used the code, so ask for a new one if it is refused.
    @discardableResult
    public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
        throw AuthError(.internalError)
    }

    /// Signs in with a token that the project's backend has made, for example by firebase-admin.
    ///
    /// - Parameter token: the custom token; it serves for an hour at most.
    /// - Returns: the user, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/invalidCustomToken`` or ``AuthErrorCode/customTokenMismatch``.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        throw AuthError(.internalError)
    }

    /// Signs in with an e-mail address and a password, if the project has switched that on.
    ///
    /// - Parameters:
    ///   - email: the account's address.
    ///   - password: the account's password.
    /// - Returns: the user, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/invalidCredential`` or ``AuthErrorCode/wrongPassword``; as ``signIn(with:)`` else.
    @discardableResult
    public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
        try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
    }

    /// Signs in as a guest, whose account gets its first credential by ``User/link(with:)``.
    ///
    /// A signed-in guest stays the same.
    ///
    /// - Returns: the guest, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/adminRestrictedOperation`` or ``AuthErrorCode/operationNotAllowed`` where the project has no
    ///   guests.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult { throw AuthError(.internalError) }

    /// Revokes Apple's tokens of a person, as Apple wants before an account is deleted.
    ///
    /// - Parameter authorizationCode: what Sign in with Apple gave the app, in the last five minutes.
    /// - Throws: ``AuthErrorCode/nullUser`` when nobody is signed in.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
        throw AuthError(.internalError)
    }
}
