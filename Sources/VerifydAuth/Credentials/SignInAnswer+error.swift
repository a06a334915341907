extension SignInAnswer {
    /// What an answer without tokens says.
    ///
    /// An answer that says nothing is not the server's own.
    ///
    /// `credential`: what the call has shown; it may sign in as the account that has the identity.
    func error(after credential: AuthCredential?) -> AuthError {
        if let temporaryProof, let phoneNumber {
            let other = PhoneAuthCredential(.provenPhone(temporaryProof: temporaryProof, phoneNumber: phoneNumber))
            return AuthError(.credentialAlreadyInUse, userInfo: [AuthErrorUserInfoUpdatedCredentialKey: other])
        }
        var userInfo: [String: Any] = [:]
        userInfo[AuthErrorUserInfoEmailKey] = email
        userInfo[AuthErrorUserInfoUpdatedCredentialKey] = credential.map(updated)
        if needConfirmation == true { return AuthError(.accountExistsWithDifferentCredential, userInfo: userInfo) }
        guard let errorMessage else { return AuthError(.networkError) }
        let refusal = WireRefusal(error: WireRefusal.Content(code: 200, message: errorMessage, status: nil))
        let error = refusal.authError(retryAfter: nil, without: [])
        return AuthError(error.kind, serverCode: error.serverCode, userInfo: userInfo)
    }

    /// The credential with the tokens of the answer, and the nonce that the server asks for again.
    private func updated(_ credential: AuthCredential) -> AuthCredential {
        guard case .identity(let idToken, let rawNonce, let accessToken) = credential.proof else { return credential }
        return OAuthCredential(
            providerID: credential.provider, idToken: oauthIdToken ?? idToken, rawNonce: rawNonce,
            accessToken: oauthAccessToken ?? accessToken)
    }
}

extension OAuthCredential {
    /// Nil for an answer without tokens of the provider.
    convenience init?(_ answer: SignInAnswer) {
        guard let provider = answer.providerId, answer.oauthIdToken != nil || answer.oauthAccessToken != nil else {
            return nil
        }
        self.init(
            providerID: provider, idToken: answer.oauthIdToken, rawNonce: nil, accessToken: answer.oauthAccessToken)
    }
}
