import Foundation

/// An error of this library: what happened, and whether and when to try again.
///
/// Every call of this library throws an ``AuthError``, or `CancellationError` if the app cancelled the task. The error is an
/// `NSError`, so code that was written for Firebase's SDK compares its `code` with a raw value of ``AuthErrorCode``.
/// No phone number, code or token is in its description.
public final class AuthError: NSError, @unchecked Sendable {
    // Unchecked, because NSError is not final. Every stored value here is a constant.

    /// The domain of every error of this library.
    public static let domain = "VerifydAuthErrorDomain"

    /// What happened.
    public let kind: AuthErrorCode
    /// In how many seconds a repetition may work, as the server says; nil if it does not say.
    public let retryAfter: TimeInterval?
    /// The server's word for the error, for example `INVALID_CODE`; nil for an error that began in the app.
    public let serverCode: String?

    package init(
        _ kind: AuthErrorCode, message: String? = nil, serverCode: String? = nil, retryAfter: TimeInterval? = nil,
        userInfo: [String: Any] = [:]
    ) {
        self.kind = kind
        self.retryAfter = retryAfter
        self.serverCode = serverCode
        var userInfo = userInfo
        userInfo[NSLocalizedDescriptionKey] = message ?? kind.message
        userInfo[AuthErrorUserInfoNameKey] = "\(kind)"
        super.init(domain: Self.domain, code: kind.rawValue, userInfo: userInfo)
    }

    /// Makes an error, for example for a test or a preview of the app.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - retryAfter: in how many seconds a repetition may work; nil if that is not known.
    public convenience init(_ kind: AuthErrorCode, retryAfter: TimeInterval? = nil) {
        self.init(kind, message: nil, retryAfter: retryAfter)
    }

    /// Refuses: an error of this library is never archived.
    ///
    /// - Parameter coder: the archive.
    public required init?(coder: NSCoder) { nil }

    /// What happened, for developers: the code's name and number, the server's word, and one sentence.
    ///
    /// `userInfo` may hold an e-mail address and credentials, so it is not part of this.
    public override var description: String {
        let word = serverCode.map { ", \($0)" } ?? ""
        return "AuthError.\(kind) (\(code)\(word)): \(localizedDescription)"
    }

    /// The same as the description.
    public override var debugDescription: String { description }

    /// Whether the same call may work later without a change by the person or the app.
    ///
    /// True for a network that is away, a server that is busy, and a limit that ends by itself.
    public var isRetriable: Bool {
        retryAfter != nil || [.networkError, .tooManyRequests, .quotaExceeded, .webNetworkRequestFailed].contains(kind)
    }
}

/// The domain of every error of this library, as ``AuthError/domain``.
public let AuthErrorDomain = AuthError.domain
/// The key of an ``AuthError``'s `userInfo` for its name, for example `invalidVerificationCode`.
public let AuthErrorUserInfoNameKey = "AuthErrorUserInfoNameKey"
/// The key of an ``AuthError``'s `userInfo` for the ``MultiFactorResolver`` of ``AuthErrorCode/secondFactorRequired``.
public let AuthErrorUserInfoMultiFactorResolverKey = "AuthErrorUserInfoMultiFactorResolverKey"
/// The key of an ``AuthError``'s `userInfo` for an ``AuthCredential`` that signs in as the account that has the number or the
/// identity.
public let AuthErrorUserInfoUpdatedCredentialKey = "AuthErrorUserInfoUpdatedCredentialKey"
/// The key of an ``AuthError``'s `userInfo` for the e-mail address of ``AuthErrorCode/accountExistsWithDifferentCredential``.
public let AuthErrorUserInfoEmailKey = "AuthErrorUserInfoEmailKey"
