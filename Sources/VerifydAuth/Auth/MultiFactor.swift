/// The second factors of a user.
public struct MultiFactor: Sendable {
    private let user: User

    init(_ user: User) { self.user = user }

    /// The factors, as the last answer of the server has them.
    public var enrolledFactors: [MultiFactorInfo] {
        MultiFactorInfo.factors(user.session.user.with { $0.account.mfaInfo })
    }

    /// Begins to add a factor.
    ///
    /// - Returns: what ``PhoneAuthProvider/verifyPhoneNumber(_:uiDelegate:multiFactorSession:)`` and
    ///   ``TOTPMultiFactorGenerator/generateSecret(with:)`` take.
    /// - Throws: as ``User/getIDToken(forcingRefresh:)``.
    public func session() async throws -> MultiFactorSession {
        _ = try await user.session.idToken()
        return MultiFactorSession(purpose: .enrollment(user))
    }

    /// Adds a factor.
    ///
    /// - Parameters:
    ///   - assertion: that the person has the factor.
    ///   - displayName: a name by which the person knows it; nil without.
    /// - Throws: ``AuthErrorCode/invalidVerificationCode``, after which the same session still serves;
    ///   ``AuthErrorCode/requiresRecentLogin``; ``AuthErrorCode/maximumSecondFactorCountExceeded``. After
    ///   ``AuthErrorCode/networkError`` the account may have the factor: ``User/reload()`` shows it.
    public func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
        var proof = try assertion.proof.enrollment()
        proof["displayName"] = displayName.map(WireValue.text)
        try await change("finalize", with: proof)
    }

    /// Removes a factor.
    ///
    /// The server ends every session of the account, and gives this device a new one.
    ///
    /// - Parameter factorInfo: one of ``enrolledFactors``.
    /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``; ``AuthErrorCode/requiresRecentLogin``. After
    ///   ``AuthErrorCode/networkError`` the factor may be gone, and with it the session: then the next call throws
    ///   ``AuthErrorCode/userTokenExpired``, and the person signs in again.
    public func unenroll(with factorInfo: MultiFactorInfo) async throws {
        try await unenroll(withFactorUID: factorInfo.uid)
    }

    /// Removes a factor, by its id.
    ///
    /// - Parameter factorUID: the ``MultiFactorInfo/uid`` of one of ``enrolledFactors``.
    /// - Throws: as ``unenroll(with:)``.
    public func unenroll(withFactorUID factorUID: String) async throws {
        try await change("withdraw", with: ["mfaEnrollmentId": .text(factorUID)])
    }

    /// Makes a call that changes the factors, and takes the session and the account that it leaves.
    private func change(_ name: String, with members: [String: WireValue]) async throws {
        let session = user.session
        let answer = try await session.call(as: FactorAnswer.self) { idToken in
            .v2("mfaEnrollment:\(name)", body: members.merging(["idToken": .text(idToken)]) { $1 })
        }
        try session.adopt(idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: nil)
        guard let account = try await session.server.account(user.uid, of: answer.idToken) else { return }
        session.change { $0.account = account }
    }
}
