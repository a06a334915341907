/// What names an account within its project; each name belongs to one account at most.
package enum AccountName: Sendable, Hashable {
    case id(LocalID)
    /// E.164.
    case phone(String)
    /// Found in whatever case it is written.
    case email(String)
    /// An identity at another provider.
    case identity(ProviderID, rawID: String)

    /// What it is called when it belongs to another account already.
    package var conflict: AccountConflict {
        switch self {
        case .id: .id
        case .phone: .phone
        case .email: .email
        case .identity: .identity
        }
    }
}

// The same name is the same bytes, as in the database that decides whose a name is.
extension AccountName {
    package static func == (left: AccountName, right: AccountName) -> Bool {
        left.conflict == right.conflict && left.exact == right.exact
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(conflict)
        hasher.combine(exact)
    }

    private var exact: [ExactText] {
        switch self {
        case .id(let id): [ExactText(id.text)]
        case .phone(let number): [ExactText(number)]
        case .email(let address): [ExactText(address.lowercased())]
        case .identity(let provider, let rawID): [ExactText(provider.text), ExactText(rawID)]
        }
    }
}

extension Account {
    /// All names of the account.
    package var names: [AccountName] {
        [.id(id)] + (phone.map { [.phone($0)] } ?? []) + (email.map { [.email($0)] } ?? [])
            + links.map { .identity($0.provider, rawID: $0.rawID) }
    }
}

/// Which name of an account belongs to another account already.
package enum AccountConflict: Sendable, Hashable {
    case id, phone, email, identity

    /// What the wire says of it.
    package var error: AccountError {
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

/// The outcome of a change of an account.
package enum AccountChange: Sendable, Hashable {
    /// The account as it is now, and the session that the edit has begun.
    case changed(Account, RefreshSession? = nil)
    /// Another account has a name that the edit wanted.
    case taken(AccountConflict)
    /// The decision was to change nothing.
    case refused(AccountError)
    /// There is no such account.
    case gone
}
