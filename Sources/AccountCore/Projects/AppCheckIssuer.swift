import StrictJSON

/// Who signs App Check tokens that a project takes.
package struct AppCheckIssuer: Sendable, Hashable {
    /// The token's `iss`.
    package let issuer: String
    /// Where the issuer's keys are, as a JSON Web Key Set (RFC 7517, section 5).
    package let keySetURL: String
    /// What the token's `aud` has to name.
    package let audience: String

    /// An issuer of one's own.
    ///
    /// Nil for texts that are no URLs, or for keys that anybody on the way could replace.
    package init?(issuer: String, keySetURL: String, audience: String) {
        guard TrustedURL.isURL(issuer), TrustedURL.isGood(keySetURL),
            (1...Self.longest).contains(audience.utf8.count)
        else { return nil }
        (self.issuer, self.keySetURL, self.audience) = (issuer, keySetURL, audience)
    }

    /// Firebase App Check for a project of Google's, by its number, for example `123456789012`.
    ///
    /// Nil for a text that is no such number.
    package init?(googleProject number: String) {
        guard GoogleProjectNumber.isNumber(number) else { return nil }
        issuer = Self.google + number
        keySetURL = "https://firebaseappcheck.googleapis.com/v1/jwks"
        audience = "projects/" + number
    }

    /// As an operator names it, for example `google:123456789012`.
    package var words: String {
        let number = issuer.dropFirst(Self.google.count)
        return Self(googleProject: String(number)) == self ? "google:\(number)" : "\(issuer) \(keySetURL) \(audience)"
    }

    private static let google = "https://firebaseappcheck.googleapis.com/"
    private static let longest = 500
}

// As the store keeps it.
extension AppCheckIssuer {
    var json: JSONValue {
        ["issuer": .string(issuer), "keys": .string(keySetURL), "audience": .string(audience)]
    }

    init?(_ json: JSONValue) {
        guard let issuer = json["issuer"]?.string, let keys = json["keys"]?.string,
            let audience = json["audience"]?.string
        else { return nil }
        self.init(issuer: issuer, keySetURL: keys, audience: audience)
    }
}
