import VerificationCore

/// Where an app is told of events, without what could be a secret.
package struct EventReceiver: Sendable, Hashable {
    package let app: AppID
    /// The app's name in messages.
    package let name: String
    /// The machine of the endpoint with its port, for example `shop.example`; the rest of the URL may hold a secret.
    package let host: String
    /// Until when a replaced secret still signs; nil without a replaced secret.
    package let oldSecretUntil: Timestamp?

    /// Nil for an app that is told nothing.
    package init?(_ app: App) {
        guard let endpoint = app.endpoint else { return nil }
        self.app = app.id
        name = app.displayName
        host = Self.host(of: endpoint.url)
        oldSecretUntil = endpoint.old?.until
    }

    /// What stands between `://` and the path, without a user and a password; empty where there is no `://`.
    static func host(of url: String) -> String {
        guard let mark = url.firstRange(of: "://") else { return "" }
        let place = url[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        return String(place.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    }
}
