import Crypto
import FoundationEssentials
import VerificationCore

/// The codes of authenticator apps: RFC 6238 with SHA-1, because many apps read nothing else.
package enum TOTP {
    /// How many seconds a time step has.
    package static let period: Int64 = 30
    /// How many digits a code has.
    package static let digits = 6
    /// How many random bytes a secret has: as many as a SHA-1, as RFC 4226 advises.
    package static let secretLength = 20
    /// How many steps before and after now a project may take at most; each makes a guess more likely.
    package static let mostAdjacentSteps = 10

    /// The time step of a moment; negative before 1970.
    package static func step(at moment: Timestamp) -> Int64 {
        let (quotient, remainder) = moment.unixSeconds.quotientAndRemainder(dividingBy: period)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The code of a step.
    package static func code(ofStep step: Int64, secret: [UInt8], digits: Int = Self.digits) -> String {
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> ($0 * 8)) }
        let mac = HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret))
        return DynamicTruncation.digits(digits, of: Array(mac))
    }

    /// The digits of a code as a person types or pastes it; nil for a text that can be no code of an app.
    package static func code(typed text: String) -> String? {
        CodeRecipe.code(typed: text).flatMap { $0.utf8.count == digits ? $0 : nil }
    }
}
