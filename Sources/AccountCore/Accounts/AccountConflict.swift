/// Which name of an account belongs to another account already.
package enum AccountConflict: Sendable, Hashable {
    case id, phone, email, identity

    /// What the wire says of it.
    package var error: WireError {
        switch self {
        case .id: .refused(.duplicateLocalID)
        case .phone: .refused(.phoneNumberExists)
        case .email: .refused(.emailExists)
        case .identity: .refused(.federatedUserIDAlreadyLinked)
        }
    }
}

/// Which account of a project has which name; no name has two owners.
package struct NameOwners: Sendable {
    private var owners: [AccountName: LocalID] = [:]
    private var names: [LocalID: [AccountName]] = [:]

    package init() {}

    /// Whose name it is; nil for a name that is free.
    package func owner(of name: AccountName) -> LocalID? { owners[name] }

    /// The first of an account's names that belongs to another account; nil when the account may have all of them.
    package func conflict(of names: [AccountName], for id: LocalID) -> AccountConflict? {
        names.first { owner(of: $0).map { $0 != id } ?? false }?.conflict
    }

    /// Gives an account these names in place of those that it had; without names it is forgotten.
    package mutating func set(_ names: [AccountName], of id: LocalID) {
        for name in self.names[id] ?? [] { owners[name] = nil }
        self.names[id] = names.isEmpty ? nil : names
        for name in names { owners[name] = id }
    }
}

/// What became of a change of an account.
package enum AccountChange: Sendable, Hashable {
    /// The account as it is now, and the session that the edit has begun.
    case changed(Account, RefreshSession? = nil)
    /// Another account has a name that the edit wanted.
    case taken(AccountConflict)
    /// The decision was to change nothing.
    case refused(WireError)
    /// There is no such account.
    case gone
}
