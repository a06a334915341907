import AccountCore
import VerificationCore

/// What an authenticator app has to know.
package struct FactorSecret: Sendable {
    let bytes: [UInt8]
    let name: OperatorName

    /// For a field of a form.
    package var kept: String { Base64.encodeForURL(bytes) }
    /// In Base32, as a person types it.
    package var typed: String { Base32.encode(bytes) }
    /// As an app reads it.
    package var address: String {
        let who = name.text.replacing("@", with: "%40")
        return "otpauth://totp/verifyd:\(who)?secret=\(typed)&issuer=verifyd"
    }
}
