extension ProviderLink {
    /// Throws the wire's word for an identity that is none at another provider, or that no store can keep.
    package func check() throws(WireError) {
        guard provider.isForeign, isStorable else { throw .refused(.invalidProviderID) }
    }

    /// Whether a store can keep the name that the link gives an account.
    package var isStorable: Bool {
        provider.text.utf8.count + rawID.utf8.count <= Account.longestName
            && AccountName.identity(provider, rawID: rawID).isStorable
    }
}

extension ProviderID {
    /// Whether it is another provider, and none of the ways in which an account itself lets somebody sign in.
    package var isForeign: Bool { ![.phone, .password, .custom, .anonymous].contains(self) }
}
