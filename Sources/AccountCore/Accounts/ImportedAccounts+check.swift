extension [ImportedAccount] {
    /// How many accounts a single import may bring along.
    package static let most = 1_000
    /// How many of them may bring a password instead of its hash: to hash it takes a third of a second.
    package static let mostPasswords = 100

    /// Refuses an import of which nothing is saved.
    ///
    /// - Parameters:
    ///   - overwrites: whether accounts of the same id are replaced; otherwise no id may stand twice.
    ///   - isStrict: whether no address and no identity may stand twice.
    /// - Throws: the wire's word for it.
    package func check(overwrites: Bool, isStrict: Bool) throws(WireError) {
        guard !isEmpty else { throw .refused(.missingUserAccount) }
        guard count <= Self.most else { throw .refused(.maximumUserCountExceeded) }
        guard filter({ $0.passwordHash == nil && $0.password != nil }).count <= Self.mostPasswords else {
            throw .refused(.maximumUserCountExceeded, "At most \(Self.mostPasswords) accounts with a rawPassword.")
        }
        if isStrict {
            if let email = repeated(compactMap { $0.email?.lowercased() }) {
                throw .refused(.duplicateEmail, email)
            }
            if let name = repeated(flatMap { $0.identities.compactMap(\.name) }) {
                throw .refused(.duplicateRawID, "Provider id(\(name[0])), Raw id(\(name[1]))")
            }
        }
        if !overwrites, let id = repeated(map { $0.id ?? "" }) { throw .refused(.duplicateLocalID, id) }
    }

    private func repeated<Value: Hashable>(_ values: [Value]) -> Value? {
        var seen: Set<Value> = []
        return values.first { !seen.insert($0).inserted }
    }
}

extension ImportedAccount.Identity {
    /// The provider and its id of the person; nil where either is missing.
    fileprivate var name: [String]? { provider.flatMap { provider in rawID.map { [provider, $0] } } }
}
