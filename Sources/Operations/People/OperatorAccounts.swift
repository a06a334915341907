import VerificationCore

/// Who may sign in to the dashboard: commands add, change and remove people.
package struct OperatorAccounts: Sendable {
    /// A person who may sign in, how many sessions of theirs are open, and what they prove beside the password.
    package struct Standing: Sendable {
        package let stored: StoredOperator
        package let sessions: Int
        package let factors: Factors
    }

    /// What a person proves beside the password.
    package struct Factors: Sendable {
        /// Nil without an authenticator app.
        package let app: OperatorFactor?
        package let keys: [SecurityKey]
    }

    let store: any OperatorStore & OperatorFactorStore & OperatorIdentityStore & SecurityKeyStore
    let permits: Permits

    package init(
        store: any OperatorStore & OperatorFactorStore & OperatorIdentityStore & SecurityKeyStore, permits: Permits
    ) {
        (self.store, self.permits) = (store, permits)
    }

    /// All operators who may sign in, by name.
    package func all(for person: Operator) async throws(OperatorError) -> [Standing] {
        try await permits.look(at: "operators", by: person)
        return try await asked { () throws(StoreError) in
            let (people, sessions) = (try await store.operators(), try await store.sessions())
            let (apps, keys) = (try await store.factors(), try await store.securityKeys())
            return people.map { stored in
                let name = stored.person.name
                return Standing(
                    stored: stored, sessions: sessions.count { $0.name == name },
                    factors: Factors(app: apps.first { $0.name == name }, keys: keys.filter { $0.name == name }))
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
            let isSaved = try await asked { () throws(StoreError) in
                try await store.save(somebody, password: password)
            }
            guard isSaved else {
                throw .unusable(
                    "\(somebody.name) comes in by single sign-on, and gets no password. Choose another name.")
            }
            return ""
        }
    }

    /// The app and the keys that would be removed; throws where there are none.
    package func previewReset(of name: OperatorName, for person: Operator) async throws(OperatorError) -> Factors {
        try await permits.preview(.changeOperator, on: "second factor of \(name)", by: person)
        let (apps, keys) = try await asked { () throws(StoreError) in
            (try await store.factors(), try await store.securityKeys())
        }
        let found = Factors(app: apps.first { $0.name == name }, keys: keys.filter { $0.name == name })
        guard found.app != nil || !found.keys.isEmpty else { throw .nothing("second factor of \(name)") }
        return found
    }

    /// Removes an operator's app and keys, which the person has lost; sessions go on.
    package func resetFactor(
        of name: OperatorName, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let subject = "second factor of \(name) removed"
        let wasThere = try await permits.change(.changeOperator, on: subject, because: reason, by: person) {
            () throws(StoreError) in
            let keys = try await store.removeSecurityKeys(of: name)
            return try await store.removeFactor(of: name) || keys > 0
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
