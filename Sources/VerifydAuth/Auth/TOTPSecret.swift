import Foundation

/// The secret of an authenticator app that is being added.
public struct TOTPSecret: Sendable {
    let secret: String
    let sessionInfo: String
    /// How many digits a code has.
    public let codeLength: Int
    /// For how many seconds a code is shown.
    public let codeIntervalSeconds: Int
    /// When the server stops to take the secret.
    public let enrollmentCompletionDeadline: Date?
    /// The HMAC's hash, for example `SHA1`.
    public let hashingAlgorithm: String

    /// The secret in Base32, for people who type it.
    ///
    /// - Returns: capital letters and digits.
    public func sharedSecretKey() -> String { secret }

    /// The address that a QR code shows to an authenticator app.
    ///
    /// - Parameters:
    ///   - accountName: what the authenticator app calls the account, for example the e-mail address.
    ///   - issuer: what it calls your service.
    /// - Returns: an `otpauth` URL.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        let issuer = issuer.percentEncoded
        return "otpauth://totp/\(issuer):\(accountName.percentEncoded)?secret=\(secret)&issuer=\(issuer)"
            + "&algorithm=\(hashingAlgorithm)&digits=\(codeLength)&period=\(codeIntervalSeconds)"
    }

    init(_ info: TOTPStartAnswer.Info) {
        (secret, sessionInfo) = (info.sharedSecretKey, info.sessionInfo)
        // What authenticator apps take for granted.
        codeLength = info.verificationCodeLength ?? 6
        codeIntervalSeconds = info.periodSec ?? 30
        hashingAlgorithm = info.hashingAlgorithm ?? "SHA1"
        enrollmentCompletionDeadline = info.finalizeEnrollmentTime.flatMap { Date(rfc3339: $0) }
    }
}
