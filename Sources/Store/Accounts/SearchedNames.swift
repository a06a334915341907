import AccountCore

/// Names of accounts as a statement binds them; names that no account can have are left out.
struct SearchedNames: Sendable {
    private(set) var ids: [String] = []
    private(set) var phones: [String] = []
    private(set) var emails: [String] = []
    /// The identities at other providers; each provider has its raw id at the same place of `rawIDs`.
    private(set) var providers: [String] = []
    private(set) var rawIDs: [String] = []

    init(_ names: some Sequence<AccountName>) {
        for name in names where name.isStorable {
            switch name {
            case .id(let id): ids.append(id.text)
            case .phone(let number): phones.append(number)
            case .email(let address): emails.append(address.lowercased())
            case .identity(let provider, let rawID):
                providers.append(provider.text)
                rawIDs.append(rawID)
            }
        }
    }

    var isEmpty: Bool { ids.isEmpty && phones.isEmpty && emails.isEmpty && providers.isEmpty }
}
