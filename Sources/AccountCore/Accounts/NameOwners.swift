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
