import VerificationCore

/// A question to Graph about an access token.
package struct GraphQuestion: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Where Graph is, with the version of its answers.
    package static let usualURL = "https://graph.facebook.com/v23.0"
    /// Facebook says that tokens may grow; today they have some 300 bytes.
    private static let longestToken = 4_096

    package let url: String
    package let token: String
    /// The id of the app whose secret it is.
    package let app: String
    /// What shows Graph that the app asks.
    package let secret: String
    /// The ids that a token of the project may name.
    package let apps: [String]
    package let askedAt: Timestamp

    /// Nil for a text that is no token, and for a provider without an app.
    ///
    /// `secret`: of the provider's first app, in the clear.
    package init?(_ token: String, of provider: IdentityProvider, secret: String, at now: Timestamp) {
        guard let app = provider.audiences.first, !token.isEmpty, token.utf8.count <= Self.longestToken,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        url = provider.ownServiceURL ?? Self.usualURL
        (self.token, self.app, self.secret) = (token, app, secret)
        (apps, askedAt) = (provider.audiences, now)
    }

    package var description: String { "(question about an access token)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
