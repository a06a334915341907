import VerificationCore

extension Account {
    /// How many bytes of a name fit into every database's index.
    package static let longestName = 1_000

    /// Whether a store can keep the account; a store throws `broken` for any other account.
    ///
    /// No text in a database holds a NUL character, and no name is longer than `longestName`. No two links are to the same
    /// provider.
    package var isStorable: Bool {
        texts.allSatisfy { !$0.utf8.contains(0) } && names.allSatisfy { $0.length <= Self.longestName }
            && Set(links.map(\.provider)).count == links.count
    }

    private var texts: [String] {
        [phone, email, passwordHash, displayName, photoURL, customClaims?.text].compactMap { $0 }
            + links.flatMap(\.texts)
    }
}

extension ProviderLink {
    fileprivate var texts: [String] {
        [provider.text, rawID] + [displayName, photoURL, email, screenName].compactMap { $0 }
    }
}

extension AccountName {
    /// Whether an account can have the name at all.
    package var isStorable: Bool {
        switch self {
        // An id holds no control character.
        case .id: true
        case .phone(let text), .email(let text): !text.utf8.contains(0)
        case .identity(let provider, let rawID): !provider.text.utf8.contains(0) && !rawID.utf8.contains(0)
        }
    }

    fileprivate var length: Int {
        switch self {
        case .id(let id): id.text.utf8.count
        case .phone(let text), .email(let text): text.utf8.count
        case .identity(let provider, let rawID): provider.text.utf8.count + rawID.utf8.count
        }
    }
}

extension StoreProblem {
    /// For an account that no store can keep; see `Account.isStorable`.
    package static let unstorable = StoreProblem.broken(
        "an account with a NUL character, a name that is too long, or two links to a provider")
}
