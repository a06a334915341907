import VerificationCore

/// What Apple has to revoke, and who asks for it.
package struct AppleRevocation: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What the app has got of Apple.
    package enum Kind: Sendable, Hashable {
        case refreshToken
        case accessToken
        /// A code that was not yet exchanged for tokens.
        case code
    }

    package static let usualURL = "https://appleid.apple.com"

    package let kind: Kind
    package let token: String
    /// The bundle id or service id of the app that got it.
    package let client: String
    package let key: IdentityProvider.AppleKey
    /// As PEM.
    package let privateKey: String
    package let url: String
    /// Where the code was sent, if it was sent to a page; nil for a code of a phone.
    package var redirectURI: String?
    package let askedAt: Timestamp

    /// Nil for a provider that knows no app or no key.
    ///
    /// - Parameters:
    ///   - token: what the app has got.
    ///   - kind: which it is.
    ///   - provider: Apple, as it knows the project.
    ///   - bundle: the app that calls. Any other is taken for the first that the project names.
    ///   - privateKey: in the clear.
    ///   - now: the time, which Apple compares with its own.
    package init?(
        of token: String, _ kind: Kind, at provider: IdentityProvider, bundle: String?, privateKey: String,
        now: Timestamp
    ) {
        guard let key = provider.appleKey,
            let client = provider.audiences.first(where: { $0 == bundle }) ?? provider.audiences.first
        else { return nil }
        (self.kind, self.token, self.client, self.key) = (kind, token, client, key)
        (self.privateKey, url, askedAt) = (privateKey, provider.ownServiceURL ?? Self.usualURL, now)
    }

    package var description: String { "(revocation at Apple)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
