// Second factors, in the spelling that tells a block how a call has ended.
extension MultiFactor {
    /// Does as ``session()``.
    ///
    /// - Parameter completion: gets the session or the error, once, on the main thread; nil to hear nothing.
    public func getSessionWithCompletion(_ completion: ((MultiFactorSession?, (any Error)?) -> Void)?) {
        Completion(completion).call { try await self.session() }
    }

    /// Does as ``enroll(with:displayName:)``.
    ///
    /// - Parameters:
    ///   - assertion: that the person has the factor.
    ///   - displayName: a name by which the person knows it; nil without.
    ///   - completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func enroll(
        with assertion: MultiFactorAssertion, displayName: String?, completion: (((any Error)?) -> Void)?
    ) {
        Completion<Void>(completion).call { try await self.enroll(with: assertion, displayName: displayName) }
    }

    /// Does as ``unenroll(with:)``.
    ///
    /// - Parameters:
    ///   - factorInfo: one of ``enrolledFactors``.
    ///   - completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func unenroll(with factorInfo: MultiFactorInfo, completion: (((any Error)?) -> Void)?) {
        unenroll(withFactorUID: factorInfo.uid, completion: completion)
    }

    /// Does as ``unenroll(withFactorUID:)``.
    ///
    /// - Parameters:
    ///   - factorUID: the ``MultiFactorInfo/uid`` of one of ``enrolledFactors``.
    ///   - completion: gets the error or nil, once, on the main thread; nil to hear nothing.
    public func unenroll(withFactorUID factorUID: String, completion: (((any Error)?) -> Void)?) {
        Completion<Void>(completion).call { try await self.unenroll(withFactorUID: factorUID) }
    }
}

extension MultiFactorResolver {
    /// Does as ``resolveSignIn(with:)``.
    ///
    /// - Parameters:
    ///   - assertion: that the person has one of the factors.
    ///   - completion: gets the result or the error, once, on the main thread; nil to hear nothing.
    public func resolveSignIn(
        with assertion: MultiFactorAssertion, completion: ((AuthDataResult?, (any Error)?) -> Void)?
    ) {
        Completion(completion).call { try await self.resolveSignIn(with: assertion) }
    }
}

extension TOTPMultiFactorGenerator {
    /// Does as ``generateSecret(with:)``.
    ///
    /// - Parameters:
    ///   - session: of ``MultiFactor/session()``.
    ///   - completion: gets the secret or the error, once, on the main thread.
    public static func generateSecret(
        with session: MultiFactorSession, completion: @escaping (TOTPSecret?, (any Error)?) -> Void
    ) {
        Completion(completion).call { try await generateSecret(with: session) }
    }
}
