/// The two lists in which the wire keeps a project's providers.
package enum ProviderKind: String, Sendable, CaseIterable {
    /// Providers that Firebase knows by name, for example `facebook.com`.
    case known = "defaultSupportedIdpConfigs"
    /// Any provider of OpenID Connect, under a name that begins with `oidc.`.
    case openID = "oauthIdpConfigs"

    /// The kind of a provider of this id; nil for an id that no provider here has.
    package init?(_ id: ProviderID) {
        switch id.text {
        case "facebook.com", "apple.com", "google.com": self = .known
        case _ where id.isOpenID: self = .openID
        default: return nil
        }
    }

    /// For people.
    package var expectation: String {
        switch self {
        case .known: "facebook.com, apple.com or google.com"
        case .openID: "oidc. and up to 60 letters, digits, dots, dashes and underscores"
        }
    }
}

extension ProviderID {
    /// Whether the id is of a provider of OpenID Connect that an operator has named.
    fileprivate var isOpenID: Bool {
        guard text.hasPrefix("oidc.") else { return false }
        let name = text.dropFirst("oidc.".count).utf8
        return (1...60).contains(name.count) && name.allSatisfy(IdentityProvider.isPlain)
    }
}
