import VerificationCore

/// Who may sign in to the dashboard: commands add, change and remove people.
package struct OperatorAccounts: Sendable {
    /// A person who may sign in, and how many sessions of theirs are open.
    package struct Standing: Sendable {
        package let stored: StoredOperator
        package let sessions: Int
    }

    let store: any OperatorStore & OperatorFactorStore & OperatorIdentityStore
    let permits: Permits

    package init(store: any OperatorStore & OperatorFactorStore & OperatorIdentityStore, permits: Permits) {
        (self.store, self.permits) = (store, permits)
    }

    /// All operators who may sign in, by name.
    package func all(for person: Operator) async throws(OperatorError) -> [Standing] {
        try await permits.look(at: "operators", by: person)
        return try await asked { () throws(StoreError) in
            let (people, sessions) = (try await store.operators(), try await store.sessions())
            return people.map { stored in
                Standing(stored: stored, sessions: sessions.count { $0.name == stored.person.name })
            }
        }
    }

    /// The person who would be changed; nil where no operator has this name.
    package func preview(_ name: OperatorName, for person: Operator) async throws(OperatorError) -> Standing? {
        try await permits.preview(.changeOperator, on: "\(name)", by: person)
        return try await all(for: person).first { $0.stored.person.name == name }
    }

    /// The person who would be removed.
    package func previewRemoval(of name: OperatorName, for person: Operator) async throws(OperatorError) -> Standing {
        guard let standing = try await preview(name, for: person) else { throw .nothing("operator \(name)") }
        return standing
    }

    /// Adds an operator, or gives an operator another role and password; that person's sessions end.
    package func save(
        _ somebody: Operator, password: PasswordHash, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let subject = "\(somebody.name) to \(somebody.role.rawValue)"
        try await permits.perform(.changeOperator, on: subject, because: reason, by: person) {
            () throws(OperatorError) in
            try await expectPassword(of: somebody.name)
            try await asked { () throws(StoreError) in try await store.save(somebody, password: password) }
            return ""
        }
    }

    /// The person whose second factor would be removed; throws where there is none.
    package func previewReset(of name: OperatorName, for person: Operator) async throws(OperatorError) -> OperatorFactor
    {
        try await permits.preview(.changeOperator, on: "second factor of \(name)", by: person)
        let factors = try await asked { () throws(StoreError) in try await store.factors() }
        guard let factor = factors.first(where: { $0.name == name }) else { throw .nothing("second factor of \(name)") }
        return factor
    }

    /// Removes an operator's second factor, which the person has lost; sessions go on.
    package func resetFactor(
        of name: OperatorName, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let subject = "second factor of \(name) removed"
        let wasThere = try await permits.change(.changeOperator, on: subject, because: reason, by: person) {
            () throws(StoreError) in try await store.removeFactor(of: name)
        }
        guard wasThere else { throw .nothing("second factor of \(name)") }
    }

    /// Removes an operator; that person's sessions end.
    package func remove(
        _ name: OperatorName, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let wasThere = try await permits.change(.changeOperator, on: "\(name) removed", because: reason, by: person) {
            () throws(StoreError) in try await store.remove(name)
        }
        guard wasThere else { throw .nothing("operator \(name)") }
    }
}
