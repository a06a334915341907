/// The URL to which verifyd posts events about an app's verifications, and the secrets that sign the posts.
package struct EventEndpoint: Sendable, Hashable {
    /// A secret that was replaced; it still signs for a day, so that a receiver has time to change over.
    package struct OldSecret: Sendable, Hashable {
        package let secret: SealedCode
        /// From this moment on it signs no more.
        package let until: Timestamp

        package init(secret: SealedCode, until: Timestamp) {
            self.secret = secret
            self.until = until
        }
    }

    /// How long a replaced secret still signs.
    package static let overlap = Duration.seconds(86_400)

    package let url: String
    package let secret: SealedCode
    package let old: OldSecret?

    package init(url: String, secret: SealedCode, old: OldSecret? = nil) {
        self.url = url
        self.secret = secret
        self.old = old
    }

    /// The secrets that sign at a moment, the current secret first.
    package func secrets(at now: Timestamp) -> [SealedCode] {
        [secret] + (old.map { $0.until > now ? [$0.secret] : [] } ?? [])
    }

    /// The same endpoint with its secrets under the ring's current key; nil when the ring lacks one of their keys.
    package func resealed(by keys: KeyRing, of app: AppID) -> EventEndpoint? {
        guard let secret = keys.reseal(endpointSecret: secret, of: app) else { return nil }
        guard let old else { return EventEndpoint(url: url, secret: secret) }
        return keys.reseal(endpointSecret: old.secret, of: app).map {
            EventEndpoint(url: url, secret: secret, old: OldSecret(secret: $0, until: old.until))
        }
    }

    /// The same endpoint elsewhere; it keeps its secrets, so that a receiver can move.
    package func moved(to url: String) -> EventEndpoint { EventEndpoint(url: url, secret: secret, old: old) }

    /// What differs from the former endpoint, as text without URL and secret.
    package func change(since former: EventEndpoint?) -> String {
        guard let former else { return "events switched on" }
        return former.secret == secret ? "events sent to another URL" : "another secret for events"
    }

    /// The same endpoint with a new secret; the present secret signs until `overlap` is over.
    package func rotated(to secret: SealedCode, at now: Timestamp) -> EventEndpoint {
        EventEndpoint(url: url, secret: secret, old: OldSecret(secret: self.secret, until: now + Self.overlap))
    }
}

extension EventEndpoint: CustomStringConvertible, CustomDebugStringConvertible {
    /// Shows neither the URL, which may hold a secret, nor a secret.
    package var description: String { "endpoint for events" }
    package var debugDescription: String { description }
}
