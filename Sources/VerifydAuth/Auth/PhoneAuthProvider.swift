import Foundation

/// Sign-in by a code that an SMS brings.
public final class PhoneAuthProvider: Sendable {
    /// The provider's id.
    public static let id = "phone"

    let auth: Auth

    private init(_ auth: Auth) { self.auth = auth }

    /// The provider of an `Auth`.
    ///
    /// - Parameter auth: the `Auth`; the app's own without.
    /// - Returns: a provider.
    public static func provider(auth: Auth = .auth()) -> PhoneAuthProvider { PhoneAuthProvider(auth) }

    /// Sends a code to a number.
    ///
    /// A second call for the same number while the first is alive sends no second SMS before the server's pause has passed, usually
    /// a minute, and returns an ID that serves as the first does. The ID is also kept in the store, as ``lastVerificationID``.
    ///
    /// - Parameters:
    ///   - phoneNumber: in the form of E.164, for example `+16505553434`. Blanks and dashes are allowed.
    ///   - uiDelegate: what shows a captcha where the project wants one; nil for the system's browser on iOS, and for no captcha
    ///     elsewhere.
    /// - Returns: the verification ID.
    /// - Throws: ``AuthErrorCode/missingPhoneNumber`` for an empty text, without a call; ``AuthErrorCode/invalidPhoneNumber``;
    ///   ``AuthErrorCode/quotaExceeded`` and ``AuthErrorCode/tooManyRequests`` with ``AuthError/retryAfter``;
    ///   ``AuthErrorCode/missingAppCredential`` if the project wants a proof that the app does not have.
    ///   After ``AuthErrorCode/networkError`` the same call may be made again.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil
    ) async throws -> String {
        try await verifyPhoneNumber(phoneNumber, uiDelegate: uiDelegate, multiFactorSession: nil)
    }

    /// Sends a code to a number that becomes a second factor.
    ///
    /// - Parameters:
    ///   - phoneNumber: in the form of E.164.
    ///   - uiDelegate: what shows a captcha.
    ///   - multiFactorSession: of ``MultiFactor/session()``; nil for a code that signs in.
    /// - Returns: the verification ID.
    /// - Throws: as ``verifyPhoneNumber(_:uiDelegate:)``; ``AuthErrorCode/unverifiedEmail``,
    ///   ``AuthErrorCode/unsupportedFirstFactor``, ``AuthErrorCode/secondFactorAlreadyEnrolled``.
    public func verifyPhoneNumber(
        _ phoneNumber: String, uiDelegate: (any AuthUIDelegate)? = nil, multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        let parts = try auth.parts
        guard let multiFactorSession else {
            let sent = try await send(to: phoneNumber, uiDelegate, by: parts.verification, as: SessionAnswer.self) {
                info, proof in
                WireCall.v1("sendVerificationCode", body: info, isRepeatable: !proof.servesOnce)
            }
            parts.memory.remember(sent.sessionInfo)
            return sent.sessionInfo
        }
        guard case .enrollment(let user) = multiFactorSession.purpose else {
            throw AuthError(.invalidMultiFactorSession)
        }
        let answer = try await send(to: phoneNumber, uiDelegate, by: parts.verification, as: EnrollmentAnswer.self) {
            info, proof in
            let idToken = try await user.session.idToken()
            let body: [String: WireValue] = ["idToken": .text(idToken), "phoneEnrollmentInfo": .object(info)]
            return WireCall.v2("mfaEnrollment:start", body: body, isRepeatable: !proof.servesOnce)
        }
        return answer.phoneSessionInfo.sessionInfo
    }

    /// Sends a code to a second factor, in the middle of a sign-in.
    ///
    /// - Parameters:
    ///   - multiFactorInfo: one of ``MultiFactorResolver/hints``.
    ///   - uiDelegate: what shows a captcha.
    ///   - multiFactorSession: ``MultiFactorResolver/session``.
    /// - Returns: the verification ID.
    /// - Throws: as ``verifyPhoneNumber(_:uiDelegate:)``; ``AuthErrorCode/invalidMultiFactorSession`` after ten minutes.
    public func verifyPhoneNumber(
        with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
        multiFactorSession: MultiFactorSession?
    ) async throws -> String {
        guard let multiFactorSession else { throw AuthError(.missingMultiFactorSession) }
        guard case .signIn(let pending) = multiFactorSession.purpose else {
            throw AuthError(.invalidMultiFactorSession)
        }
        let answer = try await auth.parts.verification.send(
            to: multiFactorInfo.uid, uiDelegate: uiDelegate, as: SignInStartAnswer.self
        ) { proof in
            let body: [String: WireValue] = [
                "mfaPendingCredential": .text(pending), "mfaEnrollmentId": .text(multiFactorInfo.uid),
                "phoneSignInInfo": .object(Self.info(with: proof)),
            ]
            return WireCall.v2("mfaSignIn:start", body: body, isRepeatable: !proof.servesOnce).bringing(proof)
        }
        return answer.phoneResponseInfo.sessionInfo
    }

    /// The verification ID of the last code that was sent for a sign-in, also after the app was ended; nil when there is none, or
    /// when a code of it has signed in.
    public var lastVerificationID: String? {
        // Before the configuration no code was sent.
        (try? auth.parts)?.memory.last
    }

    /// Makes a credential of a verification ID and the code that the person has typed.
    ///
    /// - Parameters:
    ///   - verificationID: of ``verifyPhoneNumber(_:uiDelegate:)``.
    ///   - verificationCode: as it was typed or pasted; blanks and digits of any script are allowed.
    /// - Returns: the credential. Whether it is right shows at the sign-in.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.phone(verificationID: verificationID, code: verificationCode))
    }

    private func send<Answer: Decodable & Sendable>(
        to phoneNumber: String, _ uiDelegate: (any AuthUIDelegate)?, by verification: AppVerification,
        as type: Answer.Type, _ call: @Sendable (_ info: [String: WireValue], AppProof) async throws -> WireCall
    ) async throws -> Answer {
        let number = phoneNumber.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !number.isEmpty else { throw AuthError(.missingPhoneNumber) }
        return try await verification.send(to: number, uiDelegate: uiDelegate, as: type) { proof in
            var info = Self.info(with: proof)
            info["phoneNumber"] = .text(number)
            return try await call(info, proof).bringing(proof)
        }
    }

    /// What each call for a code says of the app.
    private static func info(with proof: AppProof) -> [String: WireValue] {
        proof.members.mapValues { .text($0) }.merging(["clientType": "CLIENT_TYPE_IOS"]) { $1 }
    }
}

/// ``PhoneAuthProvider/id``, by its older name.
public let PhoneAuthProviderID = PhoneAuthProvider.id

extension WireCall {
    /// The same call with the headers of a proof.
    fileprivate func bringing(_ proof: AppProof) -> WireCall {
        var call = self
        call.headers = proof.headers
        return call
    }
}

/// What the calls for a code answer, each in an object of its own name.
private struct SessionAnswer: Decodable, Sendable, WireChecked {
    let sessionInfo: String

    var isOfTheWire: Bool { !sessionInfo.isEmpty }
}

private struct EnrollmentAnswer: Decodable, Sendable, WireChecked {
    let phoneSessionInfo: SessionAnswer

    var isOfTheWire: Bool { phoneSessionInfo.isOfTheWire }
}

private struct SignInStartAnswer: Decodable, Sendable, WireChecked {
    let phoneResponseInfo: SessionAnswer

    var isOfTheWire: Bool { phoneResponseInfo.isOfTheWire }
}
