extension User {
    /// Adds a way to sign in to the account.
    ///
    /// A guest who links stays the same user, and is no guest any longer.
    ///
    /// - Parameter credential: of a provider that the account does not have yet. It serves once.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/providerAlreadyLinked`` if the account has this provider; ``AuthErrorCode/credentialAlreadyInUse``
    ///   if another account has the number or the identity, with a credential that signs in as that account under
    ///   ``AuthErrorUserInfoUpdatedCredentialKey``; ``AuthErrorCode/requiresRecentLogin``.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        guard !hasProvider(credential.provider) else { throw AuthError(.providerAlreadyLinked) }
        return try await SignIn.carryOut(.link(self), with: credential, at: auth)
    }

    /// Proves again who the person is, before a change that needs it (``AuthErrorCode/requiresRecentLogin``).
    ///
    /// - Parameter credential: one of the account's own.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/userMismatch`` if the credential is another account's or nobody's, after which everybody stays
    ///   signed in as before; ``AuthErrorCode/secondFactorRequired``; as ``Auth/signIn(with:)`` else.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        try await SignIn.carryOut(.reauthenticate(self), with: credential, at: auth)
    }

    /// Removes a way to sign in.
    ///
    /// - Parameter provider: the provider's id, for example `phone`.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/noSuchProvider`` if the account does not have it; ``AuthErrorCode/requiresRecentLogin``.
    @discardableResult
    public func unlink(fromProvider provider: String) async throws -> User {
        guard hasProvider(provider) else { throw AuthError(.noSuchProvider) }
        try await update(["deleteProvider": .list([.text(provider)])])
        return self
    }

    /// Replaces the account's number, or gives it its first one.
    ///
    /// - Parameter credential: of the new number.
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` if another account has the number;
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
        _ = try await SignIn.carryOut(.update(self), with: credential, at: auth)
    }

    /// Deletes the account.
    ///
    /// If this user is the current one, nobody is signed in afterwards.
    ///
    /// - Throws: ``AuthErrorCode/requiresRecentLogin`` if the last sign-in is too long ago. After
    ///   ``AuthErrorCode/networkError`` the account may be gone; a repetition then throws ``AuthErrorCode/userNotFound``.
    public func delete() async throws {
        _ = try await session.call(as: DoneAnswer.self) { .v1("delete", body: ["idToken": .text($0)]) }
        session.finish()
    }

    /// Begins a change of name and picture.
    ///
    /// - Returns: the change, which its ``UserProfileChangeRequest/commitChanges()`` carries out.
    public func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(self) }

    private func hasProvider(_ id: String) -> Bool {
        let providers = session.user.with { $0.account.providerUserInfo }
        return (providers ?? []).contains { $0.providerId == id }
    }

    /// Changes the account, and takes the account and the tokens of the answer.
    ///
    /// A second call has the same effect as one.
    func update(_ members: [String: WireValue]) async throws {
        let answer = try await session.call(as: UpdateAnswer.self) { idToken in
            let own: [String: WireValue] = ["idToken": .text(idToken), "returnSecureToken": true]
            return .v1("update", body: members.merging(own) { $1 }, isRepeatable: true)
        }
        guard answer.localId == uid else { throw AuthError(.networkError) }
        if answer.idToken != nil {
            try session.adopt(
                idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn)
        }
        session.change { stored in
            stored.account.email = answer.email
            stored.account.emailVerified = answer.emailVerified
            stored.account.displayName = answer.displayName
            stored.account.photoUrl = answer.photoUrl
            stored.account.providerUserInfo = answer.providerUserInfo
            stored.account.phoneNumber = answer.providerUserInfo.first { $0.providerId == "phone" }?.phoneNumber
        }
    }
}
