import Crypto
import VerificationCore

/// Random bytes that a security key has to sign, or to be made for.
///
/// The browser carries them in a form together with a proof, so each process with a dashboard can go on with them. The
/// proof's key is the hash of the password, which only processes with a dashboard have. A challenge is good for one person,
/// one purpose and five minutes, and for each key once: see `SecurityKey.usedAt`.
package struct KeyChallenge: Sendable, Hashable {
    /// What it is good for.
    package enum Purpose: String, Sendable {
        case adding, signIn
    }

    /// How many random bytes `init(for:to:random:at:)` expects.
    package static let length = 32
    /// How long a person may take to touch the key.
    package static let life = Duration.seconds(300)

    package let bytes: [UInt8]
    /// When it was made.
    package let at: Timestamp
    private let proof: [UInt8]

    /// - Parameters:
    ///   - somebody: whose key may answer.
    ///   - purpose: what it is good for.
    ///   - random: `length` bytes of a generator fit for secrets.
    ///   - at: now.
    init(for somebody: StoredOperator, to purpose: Purpose, random: [UInt8], at: Timestamp) {
        (bytes, self.at) = (random, at)
        proof = Self.proof(of: somebody, to: purpose, random: random, at: at)
    }

    /// Nil for what was not made for this person and this purpose, and once its life is over.
    init?(text: String, for somebody: StoredOperator, to purpose: Purpose, at now: Timestamp) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let proof = Base64.decode(parts[0]), let micros = Int64(parts[1]),
            let bytes = Base64.decode(parts[2]), bytes.count == Self.length
        else { return nil }
        let own = KeyChallenge(for: somebody, to: purpose, random: bytes, at: Timestamp(microseconds: micros))
        guard CodeComparison.areEqual(Base64.encodeForURL(proof), Base64.encodeForURL(own.proof)),
            now < own.at + Self.life
        else { return nil }
        self = own
    }

    /// For a field of the form.
    package var text: String { "\(Base64.encodeForURL(proof))/\(at.microseconds)/\(Base64.encodeForURL(bytes))" }

    private static func proof(
        of somebody: StoredOperator, to purpose: Purpose, random bytes: [UInt8], at: Timestamp
    ) -> [UInt8] {
        let claim = "key challenge \(purpose.rawValue) \(somebody.person.name.text) \(at.microseconds) "
        let key = SymmetricKey(data: Array(somebody.password.text.utf8))
        return Array(HMAC<SHA256>.authenticationCode(for: Array(claim.utf8) + bytes, using: key))
    }
}
