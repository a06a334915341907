import VerificationCore

extension ProvenIdentity {
    /// The identity with texts that an account can keep.
    ///
    /// The person cannot mend what the provider says of them. So a name that is too long is cut, and a picture's address
    /// that is too long is left out, like a text that is no e-mail address.
    ///
    /// - Returns: the identity; its address is as the provider writes it.
    /// - Throws: an `AccountError` for an id that no account can keep, and for a provider that is one of verifyd's own ways
    ///   to sign in.
    package func fitted() throws(AccountError) -> ProvenIdentity {
        guard provider.isForeign else {
            throw .refused(.invalidCredentialOrProviderID, "\(provider) is no other provider.")
        }
        guard !link.rawID.isEmpty, link.isStorable else {
            throw .refused(.invalidIDPResponse, "The provider's id of the person is empty, or too long.")
        }
        var fitted = self
        fitted.link = ProviderLink(
            provider, rawID: link.rawID, displayName: Self.cut(link.displayName), photoURL: Self.url(link.photoURL),
            email: link.email.flatMap { EmailAddress($0) == nil ? nil : $0 }, screenName: Self.cut(link.screenName))
        return fitted
    }

    /// The address as the name of an account; nil without.
    var emailName: AccountName? { email.map(AccountName.email) }

    private static func cut(_ name: String?) -> String? {
        guard let name else { return nil }
        var (kept, length) = ("", 0)
        for letter in name where !letter.unicodeScalars.contains("\0") {
            length += letter.utf16.count
            guard length <= Profile.longestName else { break }
            kept.append(letter)
        }
        return kept.isEmpty ? nil : kept
    }

    private static func url(_ text: String?) -> String? {
        guard let text, text.utf16.count <= Profile.longestURL, !text.isEmpty, !text.utf8.contains(0) else {
            return nil
        }
        return text
    }
}
