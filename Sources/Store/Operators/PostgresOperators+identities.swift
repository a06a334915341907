import PostgreSQL
import VerificationCore

/// Where two meet: two browsers of a new person are admitted at once. The second waits for the first one's row, adds
/// nothing, and finds the first one's identity.
extension PostgresOperators: OperatorIdentityStore {
    package func admit(
        _ identity: OperatorIdentity, as person: Operator, password: PasswordHash
    ) async throws(StoreError) -> IdentityAdmission {
        try await pool.ask {
            if let known = try await admitKnown(identity, as: person.role) { return known }
            let added = try await pool.query(
                """
                with added as (
                  insert into operator (name, role, password)
                  values (\(person.name.text), \(person.role.rawValue), \(password.text))
                  on conflict (name) do nothing returning name
                )
                insert into operator_identity (issuer, subject, name)
                select \(identity.issuer)::text, \(identity.subject)::text, name from added
                """, deadline: end)
            guard added.affectedRows == 1 else {
                return try await admitKnown(identity, as: person.role) ?? .nameTaken
            }
            return try await found(identity).map(IdentityAdmission.added) ?? .nameTaken
        }
    }

    package func switchIdentity(of name: OperatorName, off isOff: Bool) async throws(StoreError) -> Bool {
        try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    "update operator_identity set is_off = \(isOff) where name = \(name.text) and is_off <> \(isOff)",
                    // A sign-in that has begun knows the moment of before, and begins no session.
                    """
                    update operator set changed_at = clock_timestamp()
                    where name = \(name.text) and exists (select from operator_identity where name = \(name.text))
                    """,
                    """
                    delete from operator_session where name = \(name.text)
                      and exists (select from operator_identity where name = \(name.text) and is_off)
                    """,
                ], deadline: end)
            return answers[0].affectedRows == 1
        }
    }

    /// Nil for an identity that no operator has.
    private func admitKnown(
        _ identity: OperatorIdentity, as role: OperatorRole
    ) async throws(PostgresError) -> IdentityAdmission? {
        guard let before = try await found(identity) else { return nil }
        guard !before.isOff else { return .switchedOff(before.person.name) }
        guard before.person.role != role else { return .known(before) }
        let name = before.person.name.text
        try await pool.pipeline(
            [
                """
                update operator set role = \(role.rawValue), changed_at = clock_timestamp()
                where name = \(name) and changed_at = \(before.changedAt)
                """,
                "delete from operator_session where name = \(name)",
            ], deadline: end)
        // An admin may have changed or removed the person in this moment.
        guard let after = try await found(identity) else { return nil }
        if after.isOff { return .switchedOff(after.person.name) }
        return .changed(after, from: before.person.role)
    }

    private func found(_ identity: OperatorIdentity) async throws(PostgresError) -> StoredOperator? {
        let rows = try await pool.read(
            """
            select o.name, o.role, o.password, o.changed_at, i.issuer, i.subject, i.is_off
            from operator_identity i join operator o using (name)
            where i.issuer = \(identity.issuer) and i.subject = \(identity.subject)
            """, deadline: end)
        return try rows.operators().first
    }
}
