import Crypto

/// A browser in which an operator has signed in.
package struct OperatorSession: Sendable, Hashable {
    /// How long a session lives; an operator's night shift fits in.
    package static let life = Duration.seconds(12 * 3_600)

    /// SHA-256 of the cookie's token: a copy of the database opens no session.
    package let tokenHash: [UInt8]
    package let name: OperatorName
    package let beganAt: Timestamp
    package let client: OperatorClient
    /// When the browser last called, to about a minute.
    package let seenAt: Timestamp

    /// `seenAt`: nil for a session that has not been used since it began.
    package init(
        tokenHash: [UInt8], name: OperatorName, beganAt: Timestamp, client: OperatorClient = .unknown,
        seenAt: Timestamp? = nil
    ) {
        (self.tokenHash, self.name, self.beganAt) = (tokenHash, name, beganAt)
        (self.client, self.seenAt) = (client, max(seenAt ?? beganAt, beganAt))
    }

    /// The same session, used at a moment.
    package func seen(at moment: Timestamp) -> OperatorSession {
        OperatorSession(
            tokenHash: tokenHash, name: name, beganAt: beganAt, client: client, seenAt: max(seenAt, moment))
    }

    /// Names the session on a page; it opens nothing.
    package var id: String { Base64.encodeForURL(Array(tokenHash.prefix(12))) }

    package var endsAt: Timestamp { beganAt + Self.life }

    /// `random`: 32 bytes of a generator fit for secrets.
    package static func token(random: [UInt8]) -> String { Base64.encodeForURL(random) }

    package static func hash(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }
}
