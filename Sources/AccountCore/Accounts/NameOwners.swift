/// Which account of a project has which name; no name has two owners.
///
/// It compares texts byte by byte, as databases do. Swift takes some texts for equal whose bytes differ.
package struct NameOwners: Sendable {
    private struct Key: Hashable {
        let kind: AccountConflict
        let bytes: [UInt8]

        init(_ name: AccountName) {
            kind = name.conflict
            bytes =
                switch name {
                case .id(let id): Array(id.text.utf8)
                case .phone(let number): Array(number.utf8)
                case .email(let address): Array(address.lowercased().utf8)
                // No name holds a NUL character, so it stands between two texts.
                case .identity(let provider, let rawID): Array(provider.text.utf8) + [0] + Array(rawID.utf8)
                }
        }
    }

    private var owners: [Key: LocalID] = [:]
    private var names: [LocalID: [Key]] = [:]

    package init() {}

    /// Whose name it is; nil for a name that is free.
    package func owner(of name: AccountName) -> LocalID? { owners[Key(name)] }

    /// The first of an account's names that belongs to another account; nil when the account may have all of them.
    package func conflict(of names: [AccountName], for id: LocalID) -> AccountConflict? {
        names.first { owner(of: $0).map { $0 != id } ?? false }?.conflict
    }

    /// Gives an account these names in place of those that it had; without names it is forgotten.
    package mutating func set(_ names: [AccountName], of id: LocalID) {
        for key in self.names[id] ?? [] { owners[key] = nil }
        let keys = names.map(Key.init)
        self.names[id] = keys.isEmpty ? nil : keys
        for key in keys { owners[key] = id }
    }
}
