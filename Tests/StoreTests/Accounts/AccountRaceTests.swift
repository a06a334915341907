import AccountCore
import AccountTesting
import PostgreSQL
import Store
import Testing
import VerificationCore

/// Calls that meet a transaction which has not ended: each waits for it, and then decides by what it has left.
@Suite("Accounts in PostgreSQL, where two transactions meet")
struct AccountRaceTests {
    private static let phone = "+14155550101"

    @Test("a first sign-in that waits for another first sign-in of the number signs in to its account")
    func firstSignIns() async throws {
        try await meeting { bench, transaction in
            try await transaction.query(
                """
                insert into account (project, id, phone, is_email_verified, is_disabled, valid_since, created_at)
                values (\(bench.project.text), 'first', \(Self.phone), false, false, \(bench.now), \(bench.now))
                """)
            return { try await bench.store.signIn(try bench.attempt(Self.phone), of: bench.project) }
        } then: { answer, _ in
            let (account, isNew) = try #require(answer.done)
            #expect(account.id.text == "first" && !isNew)
        }
    }

    @Test("a sign-in that waits for the deletion of the number's account makes a new account")
    func deletion() async throws {
        try await meeting { bench, transaction in
            try await bench.add(try bench.account("ann", phone: Self.phone))
            try await transaction.query("delete from account where project = \(bench.project.text) and id = 'ann'")
            return { try await bench.store.signIn(try bench.attempt(Self.phone), of: bench.project) }
        } then: { answer, bench in
            let (account, isNew) = try #require(answer.done)
            #expect(account.id.text != "ann" && isNew)
            #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [account])
        }
    }

    @Test("a sign-in that waits while the number goes to another account signs in to that one")
    func moved() async throws {
        try await meeting { bench, transaction in
            try await bench.add(try bench.account("ann", phone: Self.phone))
            try await bench.add(try bench.account("ben"))
            for (phone, id) in [(nil, "ann"), (Self.phone, "ben")] as [(String?, String)] {
                try await transaction.query(
                    "update account set phone = \(phone) where project = \(bench.project.text) and id = \(id)")
            }
            return { try await bench.store.signIn(try bench.attempt(Self.phone), of: bench.project) }
        } then: { answer, bench in
            let (account, isNew) = try #require(answer.done)
            #expect(account.id.text == "ben" && !isNew)
            #expect(try await bench.account(try #require(LocalID("ann")))?.phone == nil)
        }
    }

    @Test("a first sign-in by an identity that waits for a link of the identity signs in to the account that gets it")
    func identity() async throws {
        try await meeting { bench, transaction in
            try await bench.add(try bench.account("ann"))
            try await transaction.query(
                """
                insert into account_link (project, account, place, provider, raw_id)
                values (\(bench.project.text), 'ann', 0, 'x.test', '1')
                """)
            return { try await bench.carryOut(try bench.attempt(identity: "1")) }
        } then: { answer, bench in
            let id = try #require(LocalID("ann"))
            let ann = try #require(try await bench.account(id))
            #expect(answer == .done(.signedIn(ann, isNew: false, isRecycled: false)))
            #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [ann])
        }
    }

    @Test("a verification that another sign-in takes is used only if that sign-in is done", arguments: [true, false])
    func verification(isDone: Bool) async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let verification = bench.verification()
            let waiting = try await database.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query("insert into used_verification values (\(verification), \(bench.now))")
                let attempt = try bench.attempt(Self.phone, by: .code(verification))
                let waiting = Task { try await bench.store.signIn(attempt, of: bench.project) }
                try await database.untilBlocked()
                if isDone { try await transaction.commit() }
                return waiting
            }
            let answer = try await waiting.value
            #expect((answer == .used) == isDone)
            #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).count == (isDone ? 0 : 1))
        }
    }

    @Test("a refresh that waits for a revocation is not answered, and one that waits for a deletion finds nothing")
    func refresh() async throws {
        let session = RefreshSession(
            tokenHash: [1, 2, 3], method: SignInMethod(.phone), beganAt: Timestamp(seconds: 1_000))
        let ending: SQL = "update refresh_session set ended_at = now() where account = 'ann'"
        let actions: [(SQL, SessionRefresh)] = [(ending, .ended), ("delete from account where id = 'ann'", .unknown)]
        for (action, expected) in actions {
            try await meeting { bench, transaction in
                try await bench.add(try bench.account("ann"), with: session)
                // `validSince` stays as it is, so that only the session itself tells.
                try await bench.change(try #require(LocalID("ann"))) { $0.validSince = session.beganAt - .seconds(9) }
                try await transaction.pipeline(["select from account where id = 'ann' for update", action])
                return { try await bench.refresh(session) }
            } then: { answer, _ in
                #expect(answer == expected)
            }
        }
    }

    @Test("a change that waits for another sees what it has saved, links included")
    func change() async throws {
        try await meeting { bench, transaction in
            try await bench.add(try bench.account("ann", identity: ("x.test", "1")))
            try await transaction.pipeline([
                "update account set display_name = 'Ann' where id = 'ann'",
                "update account_link set raw_id = '2' where account = 'ann'",
            ])
            return { try await bench.change(try #require(LocalID("ann"))) { $0.photoURL = .set("photo") } }
        } then: { answer, bench in
            let account = try #require(answer.account)
            #expect(account.displayName == "Ann" && account.links.map(\.rawID) == ["2"])
            #expect(try await bench.account(account.id) == account)
        }
    }

    @Test("only disabled accounts go, also when an account is enabled while its deletion waits")
    func enabledMeanwhile() async throws {
        try await meeting { bench, transaction in
            var ann = try bench.account("ann")
            ann.isDisabled = true
            try await bench.add(ann)
            try await transaction.query("update account set is_disabled = false where id = 'ann'")
            return { [id = ann.id] in
                let answer = try await bench.store.delete([id], onlyDisabled: true, of: bench.project)
                return [answer.deleted, answer.enabled]
            }
        } then: { answer, bench in
            let id = try #require(LocalID("ann"))
            #expect(answer == [[], [id]])
            #expect(try await bench.account(id)?.isDisabled == false)
        }
    }

    /// Holds a transaction until the call that it is to meet waits for it, then commits it.
    ///
    /// `first` does its statements, and returns the call. `then` sees the call's answer.
    private func meeting<Answer: Sendable>(
        _ first:
            @escaping @Sendable (AccountBench, PostgresTransaction) async throws
            -> @Sendable () async throws -> Answer,
        then: (Answer, AccountBench) async throws -> Void
    ) async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let waiting = try await database.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                let call = try await first(bench, transaction)
                let waiting = Task { try await call() }
                try await database.untilBlocked()
                try await transaction.commit()
                return waiting
            }
            try await then(try await waiting.value, bench)
        }
    }
}
