extension ProviderLink {
    /// Throws the wire's word for an identity that is none at another provider, or that no store can keep.
    package func check() throws(WireError) {
        guard provider.isForeign, isStorable else { throw .refused(.invalidProviderID) }
        if let words = excess { throw .refused(.invalidProfileAttribute, words) }
    }

    /// Whether a store can keep the name that the link gives an account.
    package var isStorable: Bool {
        provider.text.utf8.count + rawID.utf8.count <= Account.longestName
            && AccountName.identity(provider, rawID: rawID).isStorable
    }
}

extension ProviderID {
    /// Whether it is another provider, and none of the ways in which an account itself lets somebody sign in.
    ///
    /// An ID token tells an account's own address under `email`.
    package var isForeign: Bool { ![.phone, .password, .email, .custom, .anonymous].contains(self) }
}
