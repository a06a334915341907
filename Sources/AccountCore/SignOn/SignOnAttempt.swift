import Crypto
import VerificationCore

/// A sign-in at the operators' provider that a browser has begun.
///
/// The browser keeps one secret in a cookie. State, nonce and verifier follow from it, and from when it ends and where the
/// person goes then. So each process with a dashboard can go on with it, and another browser's answer fits no cookie here.
package struct SignOnAttempt: Sendable, Hashable {
    /// How long a person may take at the provider.
    package static let life = Duration.seconds(600)
    /// How many random bytes an attempt needs.
    package static let secretLength = 32
    private static let longestPath = 2_000

    package let endsAt: Timestamp
    /// Where the person wanted to go, as a text of the address bar.
    package let path: String
    private let secret: [UInt8]

    /// `random`: `secretLength` bytes of a generator fit for secrets.
    package init(to path: String, random: [UInt8], at now: Timestamp) {
        (secret, endsAt) = (random, now + Self.life)
        // A browser drops a cookie that is too long, and the person would never come in.
        self.path = path.utf8.count <= Self.longestPath ? path : "/"
    }

    /// Nil for a text that no attempt has written.
    package init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let secret = Base64.decode(parts[0]), secret.count == Self.secretLength,
            let end = Int64(parts[1]), let path = Base64.decode(parts[2]), path.count <= Self.longestPath
        else { return nil }
        (self.secret, endsAt) = (secret, Timestamp(microseconds: end))
        self.path = String(decoding: path, as: UTF8.self)
    }

    /// For the cookie.
    package var text: String {
        "\(Base64.encodeForURL(secret)).\(endsAt.microseconds).\(Base64.encodeForURL(Array(path.utf8)))"
    }

    /// What the provider hands back with its answer; a cookie with another end or path has another state.
    package var state: String { derived("state") }

    /// What the ID token has to name: a token of another sign-in names another.
    package var nonce: String { derived("nonce") }

    /// What shows the provider that the code comes from where the sign-in began (RFC 7636).
    package var verifier: String { derived("verifier") }

    /// What the provider learns of the verifier beforehand, by the method S256.
    package var challenge: String { Base64.encodeForURL(Array(SHA256.hash(data: Array(verifier.utf8)))) }

    /// Whether an answer with this state belongs to the attempt, and comes in time.
    package func isAnswered(by state: String, at now: Timestamp) -> Bool {
        now < endsAt && endsAt - now <= Self.life && CodeComparison.areEqual(state, self.state)
    }

    private func derived(_ purpose: String) -> String {
        let claim = Array("operator's sign-on \(purpose) \(endsAt.microseconds) \(path)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: claim, using: SymmetricKey(data: secret))
        return Base64.encodeForURL(Array(code))
    }
}
