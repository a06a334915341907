import AccountCore
import Crypto
import VerificationCore

/// What continues a session: random, and known to its owner alone; the store has its hash.
package struct RefreshToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// How many random bytes `init(random:)` expects.
    package static let randomLength = 32

    /// What the owner gets: 43 letters of Base64 for URLs.
    package let text: String

    /// `random`: `randomLength` bytes of a generator fit for secrets.
    package init(random: [UInt8]) { text = Base64.encodeForURL(random) }

    /// Nil for a text that was never a refresh token.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64.decode(text), bytes.count == Self.randomLength,
            Base64.encodeForURL(bytes) == text
        else { return nil }
        self.text = text
    }

    /// SHA-256 of the text, 32 bytes; a plain hash is enough, because an attacker cannot guess 256 random bits.
    package var hash: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// A session that it continues; `authTime` is nil where the person has just proved who they are.
    func session(
        _ method: SignInMethod, claims: CustomClaims? = nil, authTime: Timestamp? = nil, at now: Timestamp
    ) -> RefreshSession {
        RefreshSession(tokenHash: hash, method: method, beganAt: now, authTime: authTime, claims: claims)
    }

    package var description: String { "(refresh token)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
