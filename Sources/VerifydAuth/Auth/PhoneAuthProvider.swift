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
    ///   - uiDelegate: what shows a captcha where the project wants one; nil fails then.
    /// - Returns: the verification ID.
    /// - Throws: ``AuthErrorCode/invalidPhoneNumber``; ``AuthErrorCode/quotaExceeded`` and ``AuthErrorCode/tooManyRequests`` with
    ///   ``AuthError/retryAfter``; ``AuthErrorCode/missingAppCredential`` if the project wants a proof that the app does not have.
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
        throw AuthError(.internalError)
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
        throw AuthError(.internalError)
    }

    /// The verification ID of the last code that was sent for a sign-in, also after the app was ended; nil when there is none, or
    /// when a code of it has signed in.
    public var lastVerificationID: String? { nil }

    /// Makes a credential of a verification ID and the code that the person has typed.
    ///
    /// - Parameters:
    ///   - verificationID: of ``verifyPhoneNumber(_:uiDelegate:)``.
    ///   - verificationCode: as it was typed or pasted; blanks and digits of any script are allowed.
    /// - Returns: the credential. Whether it is right shows at the sign-in.
    public func credential(withVerificationID verificationID: String, verificationCode: String) -> PhoneAuthCredential {
        PhoneAuthCredential(.phone(verificationID: verificationID, code: verificationCode))
    }
}
