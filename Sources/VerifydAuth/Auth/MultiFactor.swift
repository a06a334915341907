/// The second factors of a user.
public struct MultiFactor: Sendable {
    private let user: User

    init(_ user: User) { self.user = user }

    /// The factors, as the last answer of the server has them.
    public var enrolledFactors: [MultiFactorInfo] { [] }

    /// Begins to add a factor.
    ///
    /// - Returns: what ``PhoneAuthProvider/verifyPhoneNumber(_:uiDelegate:multiFactorSession:)`` and
    ///   ``TOTPMultiFactorGenerator/generateSecret(with:)`` take.
    /// - Throws: as ``User/getIDToken(forcingRefresh:)``.
    public func session() async throws -> MultiFactorSession { throw AuthError(.internalError) }

    /// Adds a factor.
    ///
    /// - Parameters:
    ///   - assertion: that the person has the factor.
    ///   - displayName: a name by which the person knows it; nil without.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/requiresRecentLogin``;
    ///   ``AuthErrorCode/maximumSecondFactorCountExceeded``.
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        throw AuthError(.internalError)
    }

    /// Removes a factor.
    ///
    /// - Parameter factorInfo: one of ``enrolledFactors``.
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``; ``AuthErrorCode/requiresRecentLogin``.
    public func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Removes a factor, by its id.
    ///
    /// - Parameter factorUID: the ``MultiFactorInfo/uid`` of one of ``enrolledFactors``.
    /// - Throws: as ``unenroll(with:)``.
    public func unenroll(withFactorUID factorUID: String) async throws { throw AuthError(.internalError) }
}
