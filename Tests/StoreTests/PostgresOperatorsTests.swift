import Foundation
import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Operators in PostgreSQL")
struct PostgresOperatorsTests {
    @Test("keeps every promise of a store of operators")
    func promises() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            try await exerciseOperators(PostgresOperators(pool: pool), now: now) { time in
                let span = time.wholeMicroseconds
                try await pool.query(
                    "update operator_session set began_at = began_at - \(span) * interval '1 microsecond'")
            }
        }
    }

    @Test("keeps every promise of a store of operators' authenticator apps")
    func factors() async throws {
        try await TestDatabase.with { database in
            try await exerciseOperatorFactors(PostgresOperators(pool: database.pool), now: now())
            #expect(try await PostgresCodeKeyRegister(pool: database.pool).namesNeeded() == ["one"])
        }
    }

    @Test("keeps every promise of a store of operators who come in by single sign-on")
    func identities() async throws {
        try await TestDatabase.with { database in
            try await exerciseOperatorIdentities(PostgresOperators(pool: database.pool), now: now)
        }
    }

    @Test("of ten browsers in which a new person comes at once, one adds the person and nine find the person")
    func together() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let identity = try #require(OperatorIdentity(issuer: "https://id.example", subject: "1"))
            let anna = Operator(name: try #require(OperatorName("anna")), role: .viewer)
            let nobodys = PasswordHash(fittingNobodyWith: [1])
            let admissions = try await withThrowingTaskGroup(of: IdentityAdmission.self) { group in
                for _ in 0..<10 { group.addTask { try await store.admit(identity, as: anna, password: nobodys) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let stored = try #require(try await store.operators().first)
            #expect(admissions.count { $0 == .added(stored) } == 1)
            #expect(admissions.count { $0 == .known(stored) } == 9)
        }
    }

    @Test("keeps every promise of a store of operators' security keys")
    func securityKeys() async throws {
        try await TestDatabase.with { database in
            try await exerciseSecurityKeys(PostgresOperators(pool: database.pool), now: now())
        }
    }

    @Test("a session that a dashboard began that knows no security keys counts for nobody who has one")
    func keylessSession() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let anna = try await add("anna", to: store)
            // Such a version does not know `asks_keys`.
            try await database.pool.query(
                """
                insert into operator_session (token_hash, name, began_at, seen_at)
                values ('\\x01', 'anna', clock_timestamp(), clock_timestamp())
                """)
            let own = OperatorSession(tokenHash: [2], name: anna.person.name, beganAt: now())
            #expect(try await store.begin(own, knowing: anna.changedAt))
            #expect(try await store.sessions().count == 2)
            let key = SecurityKey(
                id: [1], name: anna.person.name, label: "key", site: "localhost", publicKey: [1], counter: 0,
                createdAt: now())
            #expect(try await store.add(key))
            #expect(try await store.sessions().map(\.tokenHash) == [[2]])
        }
    }

    @Test("a session that a dashboard of a former version began counts for nobody who has an authenticator app")
    func formerSession() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let anna = try await add("anna", to: store)
            // A former version does not know `seen_at`.
            try await database.pool.query(
                "insert into operator_session (token_hash, name, began_at) values ('\\x01', 'anna', clock_timestamp())")
            #expect(try await store.sessions().count == 1)
            let factor = OperatorFactor(
                name: anna.person.name, secret: SealedCode(keyName: "one", bytes: [1]), usedStep: 1, enrolledAt: now())
            #expect(try await store.enroll(factor))
            #expect(try await store.sessions().isEmpty)
        }
    }

    @Test("keeps every promise of an audit")
    func audit() async throws {
        try await TestDatabase.with { try await exerciseAudit(PostgresAudit(pool: $0.pool, mostLookedAt: 4)) }
    }

    @Test("a thousand erasures of a tenant's backend hide no operator's change")
    func busyTenant() async throws {
        try await TestDatabase.with { database in
            let audit = PostgresAudit(pool: database.pool)
            let change = AuditEntry(actor: "anna", action: .switchGateway, subject: "gateway main: off", result: .done)
            try await audit.note(change)
            try await database.pool.query(
                """
                insert into audit (actor, deed, subject, reason, result)
                select 'key 1a2b3c4d', 'erase-verifications', '+49151•••' || n || ' of app shop: 1 erased', '', 'done'
                from generate_series(100, 1099) n
                """)
            #expect(try await audit.page(.changesDone, before: nil, limit: 20).lines.map(\.entry) == [change])
            #expect(try await audit.page(.all, before: nil, limit: 20).lines.count == 20)
        }
    }

    @Test("a sign-in that waits for the same person's new password finds nobody whom it knows")
    func changedMeanwhile() async throws {
        try await TestDatabase.with { database in
            let (pool, store) = (database.pool, PostgresOperators(pool: database.pool, patience: .seconds(60)))
            let anna = try await add("anna", to: store)
            let waiting = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query("update operator set changed_at = clock_timestamp() where name = 'anna'")
                let session = OperatorSession(tokenHash: [1], name: anna.person.name, beganAt: now())
                let waiting = Task { try await store.begin(session, knowing: anna.changedAt) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            #expect(try await !waiting.value)
            #expect(try await store.sessions().isEmpty)
        }
    }

    @Test("a new password that waits for the first single sign-on by this name is given to nobody")
    func firstSignOn() async throws {
        try await TestDatabase.with { database in
            let (pool, store) = (database.pool, PostgresOperators(pool: database.pool, patience: .seconds(60)))
            let anna = Operator(name: try #require(OperatorName("anna")), role: .admin)
            let password = try #require(PasswordHash(of: "one long password", salt: [1]))
            let nobodys = PasswordHash(fittingNobodyWith: [1])
            let waiting = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.pipeline([
                    "insert into operator (name, role, password) values ('anna', 'viewer', \(nobodys.text))",
                    "insert into operator_identity (issuer, subject, name) values ('https://id.example', '1', 'anna')",
                ])
                let waiting = Task { try await store.save(anna, password: password) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            #expect(try await !waiting.value)
            let stored = try #require(try await store.operators().first)
            #expect(stored.person.role == .viewer && stored.password == nobodys && stored.identity != nil)
        }
    }

    @Test("of ten browsers that bring a person's new role at once, one changes it and nine find it changed")
    func roleTogether() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let identity = try #require(OperatorIdentity(issuer: "https://id.example", subject: "1"))
            let name = try #require(OperatorName("anna"))
            let nobodys = PasswordHash(fittingNobodyWith: [1])
            _ = try await store.admit(identity, as: Operator(name: name, role: .viewer), password: nobodys)
            let anna = Operator(name: name, role: .admin)
            let admissions = try await withThrowingTaskGroup(of: IdentityAdmission.self) { group in
                for _ in 0..<10 { group.addTask { try await store.admit(identity, as: anna, password: nobodys) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let stored = try #require(try await store.operators().first)
            #expect(admissions.count { $0 == .changed(stored, from: .viewer) } == 1)
            #expect(admissions.count { $0 == .known(stored) } == 9)
        }
    }

    @Test("a session that a dashboard began that knows no single sign-on counts for nobody who comes in by it")
    func sessionByPassword() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let identity = try #require(OperatorIdentity(issuer: "https://id.example", subject: "1"))
            let anna = Operator(name: try #require(OperatorName("anna")), role: .viewer)
            _ = try await store.admit(identity, as: anna, password: PasswordHash(fittingNobodyWith: [1]))
            // Such a version does not know `asks_keys`.
            try await database.pool.query(
                """
                insert into operator_session (token_hash, name, began_at, seen_at)
                values ('\\x01', 'anna', clock_timestamp(), clock_timestamp())
                """)
            #expect(try await store.sessions().isEmpty)
        }
    }

    @Test("a row that only a later version can read lets nobody in, and hides nobody else")
    func later() async throws {
        try await TestDatabase.with { database in
            let store = PostgresOperators(pool: database.pool)
            let anna = try await add("anna", to: store)
            try await database.pool.query(
                """
                insert into operator (name, role, password) values
                  ('ben', 'owner', \(anna.password.text)), ('carl', 'admin', '$argon2id$v=19$x$y$z'),
                  ('Dora', 'admin', \(anna.password.text))
                """)
            #expect(try await store.operators() == [anna])
        }
    }

    private func add(_ name: String, to store: PostgresOperators) async throws -> StoredOperator {
        let person = Operator(name: try #require(OperatorName(name)), role: .viewer)
        try await store.save(person, password: try #require(PasswordHash(of: "one long password", salt: [1])))
        return try #require(try await store.operators().first)
    }
}

@Sendable private func now() -> Timestamp {
    Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
}
