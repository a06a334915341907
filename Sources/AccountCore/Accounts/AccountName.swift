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
