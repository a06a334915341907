extension User {
    /// Adds a way to sign in to the account.
    ///
    /// - Parameter credential: of a provider that the account does not have yet. It serves once.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/providerAlreadyLinked`` if the account has this provider; ``AuthErrorCode/credentialAlreadyInUse``
    ///   if another account has the number or the identity, with a credential that signs in as that account.
    @discardableResult
    public func link(with credential: AuthCredential) async throws -> AuthDataResult {
        throw AuthError(.internalError)
    }

    /// Proves again who the person is, before a change that needs it (``AuthErrorCode/requiresRecentLogin``).
    ///
    /// - Parameter credential: one of the account's own.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/userMismatch`` if the credential is another account's.
    @discardableResult
    public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
        throw AuthError(.internalError)
    }

    /// Removes a way to sign in.
    ///
    /// - Parameter provider: the provider's id, for example `phone`.
    /// - Returns: the same user.
    /// - Throws: ``AuthErrorCode/noSuchProvider`` if the account does not have it; ``AuthErrorCode/requiresRecentLogin``.
    @discardableResult
    public func unlink(fromProvider provider: String) async throws -> User { throw AuthError(.internalError) }

    /// Replaces the account's number, or gives it its first one.
    ///
    /// - Parameter credential: of the new number.
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` if another account has the number;
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws { throw AuthError(.internalError) }

    /// Deletes the account.
    ///
    /// Nobody is signed in afterwards.
    ///
    /// - Throws: ``AuthErrorCode/requiresRecentLogin`` if the last sign-in is too long ago.
    public func delete() async throws { throw AuthError(.internalError) }

    /// Begins a change of name and picture.
    ///
    /// - Returns: the change, which its ``UserProfileChangeRequest/commitChanges()`` carries out.
    public func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(self) }
}
