/// An identity at another provider by which an account signs in; phone and password are members of the account itself.
package struct ProviderLink: Sendable, Hashable {
    package let provider: ProviderID
    /// The provider's own id of the person; with the provider it belongs to one account of a project.
    package let rawID: String
    package var displayName: String?
    package var photoURL: String?
    package var email: String?
    package var screenName: String?

    package init(
        _ provider: ProviderID, rawID: String, displayName: String? = nil, photoURL: String? = nil,
        email: String? = nil, screenName: String? = nil
    ) {
        (self.provider, self.rawID, self.displayName, self.photoURL) = (provider, rawID, displayName, photoURL)
        (self.email, self.screenName) = (email, screenName)
    }
}

// A link whose text changes is another link, also where Swift takes the two texts for equal: the store keeps its bytes.
extension ProviderLink {
    package static func == (left: ProviderLink, right: ProviderLink) -> Bool { left.exact == right.exact }

    package func hash(into hasher: inout Hasher) { hasher.combine(exact) }

    private var exact: [ExactText?] {
        [provider.text, rawID, displayName, photoURL, email, screenName].map { $0.map(ExactText.init) }
    }
}
