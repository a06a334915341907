// Each call of `Auth` once more, in the spelling that tells a block how the call has ended.
extension Auth {
    /// Does as ``signIn(with:)``.
    ///
    /// - Parameters:
    ///   - credential: what proves who the person is.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func signIn(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.signIn(with: credential) }
    }

    /// Does as ``signIn(withCustomToken:)``.
    ///
    /// - Parameters:
    ///   - token: the custom token.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func signIn(
        withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.signIn(withCustomToken: token) }
    }

    /// Does as ``signIn(withEmail:password:)``.
    ///
    /// - Parameters:
    ///   - email: the account's address.
    ///   - password: the account's password.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func signIn(
        withEmail email: String, password: String, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.signIn(withEmail: email, password: password) }
    }

    /// Does as ``signInAnonymously()``.
    ///
    /// - Parameter completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)?) {
        Completion(completion).call { try await self.signInAnonymously() }
    }

    /// Does as ``revokeToken(withAuthorizationCode:)``.
    ///
    /// - Parameters:
    ///   - authorizationCode: what Sign in with Apple gave the app.
    ///   - completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func revokeToken(
        withAuthorizationCode authorizationCode: String, completion: (((any Error)?) -> Void)?
    ) {
        Completion<Void>(completion).call { try await self.revokeToken(withAuthorizationCode: authorizationCode) }
    }

    /// Does as ``signIn(with:)``, in an older spelling.
    ///
    /// - Parameters:
    ///   - credential: what proves who the person is.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    @available(*, deprecated, renamed: "signIn(with:completion:)")
    public func signInAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        signIn(with: credential, completion: completion)
    }
}
