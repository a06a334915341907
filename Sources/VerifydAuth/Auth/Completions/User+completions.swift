// Each call of `User` once more, in the spelling that tells a block how the call has ended.
extension User {
    /// Does as ``link(with:)``.
    ///
    /// - Parameters:
    ///   - credential: of a provider that the account does not have yet.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func link(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.link(with: credential) }
    }

    /// Does as ``reauthenticate(with:)``.
    ///
    /// - Parameters:
    ///   - credential: one of the account's own.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func reauthenticate(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.reauthenticate(with: credential) }
    }

    /// Does as ``unlink(fromProvider:)``.
    ///
    /// - Parameters:
    ///   - provider: the provider's id.
    ///   - completion: gets the user or the error, once, on the main thread; nil to hear nothing.
    public func unlink(fromProvider provider: String, completion: ((User?, (any Error)?) -> Void)?) {
        Completion(completion).call { try await self.unlink(fromProvider: provider) }
    }

    /// Does as ``updatePhoneNumber(_:)``.
    ///
    /// - Parameters:
    ///   - credential: of the new number.
    ///   - completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential, completion: (((any Error)?) -> Void)?) {
        Completion<Void>(completion).call { try await self.updatePhoneNumber(credential) }
    }

    /// Does as ``delete()``.
    ///
    /// - Parameter completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func delete(completion: (((any Error)?) -> Void)?) {
        Completion<Void>(completion).call { try await self.delete() }
    }

    /// Does as ``reload()``.
    ///
    /// - Parameter completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func reload(completion: (((any Error)?) -> Void)?) {
        Completion<Void>(completion).call { try await self.reload() }
    }

    /// Does as ``link(with:)``, in an older spelling.
    ///
    /// - Parameters:
    ///   - credential: of a provider that the account does not have yet.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    @available(*, deprecated, renamed: "link(with:completion:)")
    public func linkAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        link(with: credential, completion: completion)
    }

    /// Does as ``reauthenticate(with:)``, in an older spelling.
    ///
    /// - Parameters:
    ///   - credential: one of the account's own.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    @available(*, deprecated, renamed: "reauthenticate(with:completion:)")
    public func reauthenticateAndRetrieveData(
        with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        reauthenticate(with: credential, completion: completion)
    }
}
