import AccountCore
import Crypto
import VerificationCore

/// The two keys of an app from the Play Console, by which verifyd reads tokens of Play Integrity without asking Google.
package struct PlayIntegrityKeys: Sendable, CustomStringConvertible, CustomReflectable {
    private let decryption: [UInt8]
    private let verification: [UInt8]

    package var description: String { "(keys of Play Integrity)" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Reads `DECRYPTION_KEY=…` and `VERIFICATION_KEY=…`, each on a line, as the Play Console writes them in Base64.
    ///
    /// Nil where a key is missing or of another kind.
    package init?(file text: String) {
        var keys: [Substring: [UInt8]] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, let bytes = Base64.decode(halves[1].filter { !$0.isWhitespace }) else { continue }
            keys[halves[0].filter { !$0.isWhitespace }[...]] = bytes
        }
        guard let decryption = keys["DECRYPTION_KEY"], decryption.count == 32,
            let verification = keys["VERIFICATION_KEY"], Self.publicKey(verification) != nil
        else { return nil }
        (self.decryption, self.verification) = (decryption, verification)
    }

    /// The keys as the rules of a project keep them; nil where the ring lacks a key.
    init?(of rules: PlayIntegrityRules, of project: ProjectID, by ring: KeyRing) {
        guard let sealed = rules.decryptionKey,
            let decryption = ring.open(sealed, for: PlayIntegrityRules.purpose(of: project))
        else { return nil }
        (self.decryption, verification) = (decryption, rules.verificationKey)
    }

    /// Puts the keys into rules, the secret one sealed for the project; false when the ring lacks its current key.
    package func keep(in rules: inout PlayIntegrityRules, of project: ProjectID, by ring: KeyRing) -> Bool {
        rules.verificationKey = verification
        rules.decryptionKey = ring.seal(decryption, for: PlayIntegrityRules.purpose(of: project))
        return rules.decryptionKey != nil
    }

    /// The token inside a token of Google's; nil where Google has not made it for the app.
    func open(_ token: EncryptedToken) -> TokenText? {
        guard let inner = token.opened(by: SymmetricKey(data: decryption)).flatMap(TokenText.init),
            inner.algorithm == "ES256", let key = Self.publicKey(verification),
            // A signature of another length is none.
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: inner.signature),
            key.isValidSignature(signature, for: inner.signed)
        else { return nil }
        return inner
    }

    private static func publicKey(_ der: [UInt8]) -> P256.Signing.PublicKey? {
        // What is no key checks no signature.
        try? P256.Signing.PublicKey(derRepresentation: der)
    }
}
