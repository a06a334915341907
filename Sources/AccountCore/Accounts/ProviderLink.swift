/// An identity at another provider that signs a person in; phone and password are members of the account itself.
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

extension ProviderLink {
    /// Throws an `AccountError` if the identity belongs to no other provider, or is too long for a store.
    package func check() throws(AccountError) {
        guard provider.isForeign, isStorable else { throw .refused(.invalidProviderID) }
        if let words = excess { throw .refused(.invalidProfileAttribute, words) }
    }

    /// Whether a store can keep the name that the link gives an account.
    package var isStorable: Bool {
        provider.text.utf8.count + rawID.utf8.count <= Account.longestName
            && AccountName.identity(provider, rawID: rawID).isStorable
    }
}

/// A way to sign in, as the wire names it, for example `phone` or `facebook.com`.
package struct ProviderID: Sendable, Hashable, CustomStringConvertible {
    private let exact: ExactText

    package var text: String { exact.text }

    /// Nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        exact = ExactText(text)
    }

    init(known text: String) { exact = ExactText(text) }

    package static let phone = ProviderID(known: "phone")
    /// An authenticator app as a second factor; no first factor has this name.
    package static let totp = ProviderID(known: "totp")
    package static let password = ProviderID(known: "password")
    package static let email = ProviderID(known: "email")
    package static let custom = ProviderID(known: "custom")
    package static let anonymous = ProviderID(known: "anonymous")

    package var description: String { text }
}

extension ProviderID {
    /// Whether the provider is another one, and not a way of verifyd's own such as phone or password.
    ///
    /// An ID token has the account's own address under `email`.
    package var isForeign: Bool { ![.phone, .password, .email, .custom, .anonymous, .totp].contains(self) }
}
