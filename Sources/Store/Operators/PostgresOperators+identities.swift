import PostgreSQL
import VerificationCore

/// Where two meet: two browsers of a new person are admitted at once. The second waits for the first one's row, adds
/// nothing, and finds the first one's identity. Of two that bring another role, one changes the row and ends the sessions.
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

    package func endSessions(of identity: OperatorIdentity) async throws(StoreError) -> OperatorName? {
        let (issuer, subject) = (identity.issuer, identity.subject)
        return try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    // As above.
                    """
                    update operator o set changed_at = clock_timestamp() from operator_identity i
                    where o.name = i.name and i.issuer = \(issuer) and i.subject = \(subject) returning o.name
                    """,
                    """
                    delete from operator_session where name in (
                      select name from operator_identity where issuer = \(issuer) and subject = \(subject))
                    """,
                ], deadline: end)
            return try answers[0].first.flatMap { OperatorName(try $0.decode("name", as: String.self)) }
        }
    }

    /// Nil for an identity that no operator has.
    ///
    /// Where another sign-in, or an admin, changes the person in this moment, it looks again.
    private func admitKnown(
        _ identity: OperatorIdentity, as role: OperatorRole
    ) async throws -> IdentityAdmission? {
        for _ in 0..<3 {
            guard let before = try await found(identity) else { return nil }
            guard !before.isOff else { return .switchedOff(before.person.name) }
            guard before.person.role != role else { return .known(before) }
            guard try await change(before, to: role) else { continue }
            // An admin may have changed or removed the person in this moment.
            guard let after = try await found(identity) else { return nil }
            if after.isOff { return .switchedOff(after.person.name) }
            return .changed(after, from: before.person.role)
        }
        throw StoreError.busy
    }

    /// Gives a person another role, and ends the person's sessions; false where the person is no longer as they were.
    private func change(_ before: StoredOperator, to role: OperatorRole) async throws(PostgresError) -> Bool {
        let name = before.person.name.text
        let answers = try await pool.pipeline(
            [
                """
                update operator set role = \(role.rawValue), changed_at = clock_timestamp()
                where name = \(name) and changed_at = \(before.changedAt)
                """,
                // A statement of its own sees the session of a sign-in for which the first one waited. The row bears this
                // transaction's number only if the first one has written it.
                """
                delete from operator_session where name in (
                  select name from operator where name = \(name) and xmin = pg_current_xact_id()::xid)
                """,
            ], deadline: end)
        return answers[0].affectedRows == 1
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
