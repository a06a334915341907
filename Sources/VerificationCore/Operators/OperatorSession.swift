import Crypto

/// A browser in which an operator has signed in.
package struct OperatorSession: Sendable, Hashable {
    /// How long a session lives; an operator's night shift fits in.
    package static let life = Duration.seconds(12 * 3_600)

    /// SHA-256 of the cookie's token: a copy of the database opens no session.
    package let tokenHash: [UInt8]
    package let name: OperatorName
    package let beganAt: Timestamp

    package init(tokenHash: [UInt8], name: OperatorName, beganAt: Timestamp) {
        self.tokenHash = tokenHash
        self.name = name
        self.beganAt = beganAt
    }

    package var endsAt: Timestamp { beganAt + Self.life }

    /// `random`: 32 bytes of a generator fit for secrets.
    package static func token(random: [UInt8]) -> String { Base64.encodeForURL(random) }

    package static func hash(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
