import Crypto

/// A browser in which an operator has signed in before; it proves that with a cookie.
///
/// The dashboard counts wrong passwords for each known browser by itself, and for all other browsers together. So an
/// attacker who guesses a name, or tries passwords by the thousand, does not lock the operator out of a known browser.
package struct KnownBrowser: Sendable, Hashable {
    /// How many bytes `init(of:random:)` expects.
    package static let idLength = 16
    /// How long a browser keeps it.
    package static let life = Duration.seconds(180 * 24 * 3_600)

    private let id: [UInt8]
    private let proof: [UInt8]

    /// `random`: `idLength` bytes of a generator fit for secrets.
    package init(of somebody: StoredOperator, random: [UInt8]) {
        let proof = HMAC<SHA256>.authenticationCode(
            for: Self.claim(of: somebody.person.name, random), using: Self.key(of: somebody))
        (id, self.proof) = (random, Array(proof))
    }

    /// Nil unless it was made for this person, and the password is still the same.
    package init?(text: String, of somebody: StoredOperator) {
        guard let bytes = Base64.decode(text), bytes.count == Self.idLength + SHA256.byteCount else { return nil }
        (id, proof) = (Array(bytes.prefix(Self.idLength)), Array(bytes.dropFirst(Self.idLength)))
        let claim = Self.claim(of: somebody.person.name, id)
        guard HMAC<SHA256>.isValidAuthenticationCode(proof, authenticating: claim, using: Self.key(of: somebody)) else {
            return nil
        }
    }

    /// For the cookie.
    package var text: String { Base64.encodeForURL(id + proof) }

    private static func claim(of name: OperatorName, _ id: [UInt8]) -> [UInt8] {
        Array("known browser \(name.text) ".utf8) + id
    }

    /// The hash of the password: every process with a dashboard has it.
    ///
    /// Its salt is random and secret, so an attacker cannot test guesses of the password against a proof.
    private static func key(of somebody: StoredOperator) -> SymmetricKey {
        SymmetricKey(data: Array(somebody.password.text.utf8))
    }
}
