import Crypto
import StrictJSON
import VerificationCore

/// What a checked ID token of the operators' provider says of a person.
package struct SignOnClaims: Sendable, Hashable {
    package let claims: JSONObject

    package init(_ claims: JSONObject) { self.claims = claims }

    /// Empty where the token names nobody.
    package var subject: String { claims["sub"]?.string ?? "" }

    /// What a new operator is called: the first of the provider's names that can be an operator's name.
    ///
    /// `preferred_username`, then the e-mail address unless the provider calls it unproven, then a name made of the
    /// identity.
    package func name(of identity: OperatorIdentity) -> OperatorName {
        let email = claims["email_verified"]?.bool == false ? nil : claims["email"]?.string
        let names = [claims["preferred_username"]?.string, email].compactMap {
            $0.flatMap { OperatorName($0.lowercased()) }
        }
        return names.first ?? .ofIdentity(identity)
    }
}

extension OperatorName {
    fileprivate static func ofIdentity(_ identity: OperatorIdentity) -> OperatorName {
        let hash = SHA256.hash(data: Array("\(identity.issuer)\n\(identity.subject)".utf8))
        let digits = hash.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return OperatorName("sso-\(digits)") ?? .stranger
    }
}
