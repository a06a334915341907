// The ID token, in the spellings that tell a block of it.
extension User {
    /// Does as ``getIDToken(forcingRefresh:)``, without asking for a new token.
    ///
    /// - Parameter completion: gets the token or the error, once, on the main thread; nil to hear nothing.
    public func getIDToken(completion: ((String?, (any Error)?) -> Void)?) {
        getIDTokenForcingRefresh(false, completion: completion)
    }

    /// Does as ``getIDToken(forcingRefresh:)``.
    ///
    /// - Parameters:
    ///   - forceRefresh: true to ask for a new token.
    ///   - completion: gets the token or the error, once, on the main thread; nil to hear nothing.
    public func getIDTokenForcingRefresh(
        _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.getIDToken(forcingRefresh: forceRefresh) }
    }

    /// Does as ``getIDToken(forcingRefresh:)``, in another spelling.
    ///
    /// - Parameter forceRefresh: true to ask for a new token.
    /// - Returns: the token.
    /// - Throws: as ``getIDToken(forcingRefresh:)``.
    public func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await getIDToken(forcingRefresh: forceRefresh)
    }

    /// Does as ``getIDTokenResult(forcingRefresh:)``, without asking for a new token.
    ///
    /// - Parameter completion: gets the token or the error, once, on the main thread; nil to hear nothing.
    public func getIDTokenResult(completion: ((AuthTokenResult?, (any Error)?) -> Void)?) {
        getIDTokenResult(forcingRefresh: false, completion: completion)
    }

    /// Does as ``getIDTokenResult(forcingRefresh:)``.
    ///
    /// - Parameters:
    ///   - forcingRefresh: true to ask for a new token.
    ///   - completion: gets the token or the error, once, on the main thread; nil to hear nothing.
    public func getIDTokenResult(
        forcingRefresh: Bool, completion: ((AuthTokenResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
    }
}

extension UserProfileChangeRequest {
    /// Does as ``commitChanges()``.
    ///
    /// - Parameter completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func commitChanges(completion: (((any Error)?) -> Void)?) {
        Completion<Void>(completion).call { try await self.commitChanges() }
    }
}
