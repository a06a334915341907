import VerificationCore

// What an operator or administrator may change; each is false for a value that a provider cannot have.
extension IdentityProvider {
    /// How many ids a provider's apps have at most.
    private static let mostAudiences = 50

    /// Letters, digits and signs, as providers give apps ids.
    package static func isClientID(_ text: String) -> Bool { isPrintable(text, upTo: 255) }

    /// One line of letters, digits and signs, as providers give secrets.
    package static func isSecret(_ text: String) -> Bool { isPrintable(text, upTo: 1_000) }

    /// False without ids, and for too many.
    package mutating func setAudiences(_ ids: [String]) -> Bool {
        guard (1...Self.mostAudiences).contains(ids.count), ids.allSatisfy(Self.isClientID) else { return false }
        audiences = ids
        return true
    }

    /// The issuer's keys decide who people are, so nobody on the way to them may change them; nil for the usual issuer.
    ///
    /// A place of keys that was written for another issuer goes: its keys would vouch for people of the new one.
    package mutating func setIssuer(_ url: String?) -> Bool {
        guard url.map(TrustedURL.isGood) ?? true else { return false }
        if url != ownIssuer { ownKeySetURL = nil }
        ownIssuer = url
        return true
    }

    /// Nil is the usual place, or where the issuer says.
    package mutating func setKeySetURL(_ url: String?) -> Bool {
        guard url.map(TrustedURL.isGood) ?? true else { return false }
        ownKeySetURL = url
        return true
    }

    /// Nil is the usual place.
    package mutating func setServiceURL(_ url: String?) -> Bool {
        guard url.map(TrustedURL.isGood) ?? true else { return false }
        ownServiceURL = url
        return true
    }

    /// One line of at most 256 bytes; nil is the provider's id.
    package mutating func setDisplayName(_ name: String?) -> Bool {
        guard let name, !name.isEmpty else {
            displayName = nil
            return true
        }
        guard name.utf8.count <= 256, name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            return false
        }
        displayName = name
        return true
    }

    /// Letters and digits, as Apple shows both ids.
    package mutating func setAppleKey(team: String, key: String) -> Bool {
        guard [team, key].allSatisfy(Self.isAppleID) else { return false }
        appleKey = AppleKey(team: team, key: key)
        return true
    }

    /// Letters, digits, dots, dashes and underscores.
    static func isPlain(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "._-".utf8.contains(byte)
    }

    private static func isAppleID(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(isLetterOrDigit)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isPrintable(_ text: String, upTo longest: Int) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

extension IdentityProvider {
    /// In what the provider differs, for the audit, for example `client ids, secret`.
    package func changes(from old: IdentityProvider) -> String {
        let parts: [(name: String, isOther: Bool)] = [
            (isEnabled ? "on" : "off", isEnabled != old.isEnabled),
            ("hidden nonce \(mayHideNonce ? "on" : "off")", mayHideNonce != old.mayHideNonce),
            ("name", displayName != old.displayName),
            ("client ids", audiences != old.audiences), ("issuer", ownIssuer != old.ownIssuer),
            ("keys", ownKeySetURL != old.ownKeySetURL), ("service", ownServiceURL != old.ownServiceURL),
            ("secret", secret != old.secret), ("Apple key", appleKey != old.appleKey),
            ("response type", asksForCode != old.asksForCode),
        ]
        let names = parts.filter(\.isOther).map(\.name)
        return names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
}
