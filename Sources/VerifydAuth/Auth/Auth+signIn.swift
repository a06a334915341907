import Foundation

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
        try await SignIn.carryOut(.signIn, with: credential, at: self)
    }

    /// Signs in with a token that the project's backend has made, for example by firebase-admin.
    ///
    /// - Parameter token: the custom token; it serves for an hour at most.
    /// - Returns: the user, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/invalidCustomToken`` or ``AuthErrorCode/customTokenMismatch``.
    @discardableResult
    public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
        let body: [String: WireValue] = ["token": .text(token), "returnSecureToken": true]
        return try await SignIn(by: "custom", at: self).carryOut(
            .v1("signInWithCustomToken", body: body, isRepeatable: true))
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
    /// A signed-in guest stays the same, and no call is made.
    ///
    /// - Returns: the guest, who is now ``currentUser``.
    /// - Throws: ``AuthErrorCode/adminRestrictedOperation`` or ``AuthErrorCode/operationNotAllowed`` where the project has no
    ///   guests.
    @discardableResult
    public func signInAnonymously() async throws -> AuthDataResult {
        _ = try parts
        if let guest = currentUser, guest.isAnonymous {
            let info = AdditionalUserInfo(providerID: "anonymous", isNewUser: false)
            return AuthDataResult(user: guest, additionalUserInfo: info, credential: nil)
        }
        return try await SignIn(by: "anonymous", at: self).carryOut(.v1("signUp", body: ["returnSecureToken": true]))
    }

    /// Revokes Apple's tokens of a person, as Apple wants before an account is deleted.
    ///
    /// - Parameter authorizationCode: what Sign in with Apple gave the app, in the last five minutes.
    /// - Throws: ``AuthErrorCode/nullUser`` when nobody is signed in; ``AuthErrorCode/invalidProviderID`` if the account does
    ///   not sign in with Apple; ``AuthErrorCode/invalidCredential`` if Apple does not take the code.
    public func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
        guard let session = try parts.current.session else { throw AuthError(.nullUser) }
        _ = try await session.call(as: EmptyAnswer.self) { idToken in
            let body: [String: WireValue] = [
                "providerId": .text(AuthProviderID.apple.rawValue), "tokenType": "CODE",
                "token": .text(authorizationCode), "idToken": .text(idToken),
            ]
            return WireCall(
                path: "identitytoolkit.googleapis.com/v2/accounts:revokeToken", body: body, isRepeatable: false)
        }
    }
}
