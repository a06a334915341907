import AccountCore
import AccountTesting
import PostgreSQL
import Store
import Testing
import VerificationCore

@Suite("Accounts in PostgreSQL")
struct PostgresAccountsTests {
    @Test("keep every promise to each kind of caller", arguments: AccountPromises.all)
    func promises(to port: AccountPromises) async throws {
        try await AccountDatabase.with { database in
            let pools = [database.process(), database.process()]
            defer { for pool in pools { pool.close() } }
            for promise in port.promises {
                let bench = try await database.bench(pools)
                await #expect(throws: Never.self, "\(promise.testDescription)") { try await promise.prove(bench) }
            }
        }
    }

    @Test("sessions and projects that a former version has written go on, with what held then")
    func formerRows() async throws {
        try await AccountDatabase.with { database in
            let pool = database.process()
            defer { pool.close() }
            let bench = try await database.bench([pool])
            let attempt = try bench.attempt("+14155550101")
            let (ann, _) = try await bench.signIn(attempt)
            try await pool.query("update refresh_session set auth_time = null, former_hash = null")
            try await pool.query(
                "update project set session_idle = null, unproven_sends = null, former_issuer = null")
            let refresh = try await bench.refresh(attempt.session, at: bench.now + .seconds(86_400))
            #expect(refresh == .refreshed(try #require(refresh.account), attempt.session))
            #expect(refresh.account?.id == ann.id && attempt.session.authTime == attempt.session.beganAt)
            let project = try await PostgresProjects(pool: pool).projects().first { $0.id == bench.project }
            #expect(project?.unprovenSends.isEmpty == true && project?.idleLife == Project.usualSessionIdle)
            #expect(project?.rotatesRefreshTokens == false && project?.formerIssuer == nil)
        }
    }

    @Test("a walk goes through sessions and guests of many portions, forgets each that is over, and no other")
    func manyUnused() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let (project, count) = (bench.project.text, 20_000)
            // Each second guest was seen a year ago; each fifth has a number since.
            try await database.pool.query(
                """
                insert into account (project, id, phone, is_email_verified, is_disabled, valid_since, created_at)
                select \(project), 'guest ' || n, case when n % 5 = 0 then '+1' || n end, false, false, now(), now()
                from generate_series(1, \(Int64(count))) as n
                """)
            try await database.pool.query(
                """
                insert into refresh_session (token_hash, project, account, provider, began_at, last_used_at)
                select sha256(n::text::bytea), \(project), 'guest ' || n, 'anonymous', now() - interval '2 years',
                  now() - case when n % 2 = 0 then interval '365 days' else interval '1 day' end
                from generate_series(1, \(Int64(count))) as n
                """)
            let day = Duration.seconds(86_400)
            try await bench.store.forgetUnused(idleLife: day * 400, guestLife: day * 30, at: bench.now)
            let left = count - count / 2 + count / 10
            #expect(try await bench.store.count(of: bench.project) == left)
            let sessions: SQL = "select count(*) from refresh_session"
            #expect(try await database.pool.query(sessions).value(as: Int64.self) == Int64(left))

            try await bench.store.forgetUnused(idleLife: day * 300, guestLife: day * 30, at: bench.now)
            #expect(
                try await database.pool.query(sessions).value(as: Int64.self) == Int64(left), "the hour is not over")
            try await bench.store.forgetUnused(
                idleLife: day * 300, guestLife: day * 30, at: bench.now + .seconds(3_600))
            #expect(try await database.pool.query(sessions).value(as: Int64.self) == Int64(count / 2))
            #expect(try await bench.store.count(of: bench.project) == left, "who has a number is no guest")
        }
    }

    @Test("a database that is away is reported as such")
    func away() async throws {
        try await AccountDatabase.with { database in
            let pool = database.process()
            let bench = try await database.bench([pool])
            let ann = try await bench.add(try bench.account("ann"), with: nil)
            pool.close()
            let attempt = try bench.attempt("+14155550101")
            await #expect(throws: StoreError.unavailable) { try await bench.account(ann.id) }
            await #expect(throws: StoreError.unavailable) { try await bench.change(ann.id) { _ in } }
            await #expect(throws: StoreError.unavailable) { try await bench.store.replace([ann], of: bench.project) }
            await #expect(throws: StoreError.unavailable) { try await bench.store.signIn(attempt, of: bench.project) }
            await #expect(throws: StoreError.unavailable) { try await bench.refresh(attempt.session) }
        }
    }

    @Test("an account that somebody has locked is told as locked, and the others go on")
    func locked() async throws {
        try await AccountDatabase.with { database in
            let pool = database.process { $0.lockTimeout = .milliseconds(100) }
            defer { pool.close() }
            let bench = try await database.bench([pool])
            let (mine, theirs) = (try bench.attempt("+14155550101"), try bench.attempt("+14155550102"))
            let (ann, _) = try await bench.signIn(mine)
            let (ben, _) = try await bench.signIn(theirs)
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                try await transaction.query("select from account where id = \(ann.id.text) for update")
                let again = try bench.attempt("+14155550101")
                await #expect(throws: StoreError.locked) { try await bench.change(ann.id) { $0.isDisabled = true } }
                await #expect(throws: StoreError.locked) { try await bench.store.signIn(again, of: bench.project) }
                await #expect(throws: StoreError.locked) { try await bench.refresh(mine.session) }
                await #expect(throws: StoreError.locked) { try await bench.store.deleteAll(of: bench.project) }
                #expect(try await bench.account(ann.id) == ann, "whoever reads does not wait")
                #expect(try await bench.signIn(try bench.attempt("+14155550102")).account.id == ben.id)
                #expect(try await bench.refresh(theirs.session).account?.id == ben.id)
                try await transaction.commit()
            }
            #expect(try await bench.refresh(mine.session).account?.id == ann.id)
        }
    }

    @Test("a row of another version keeps its own account from everybody, and hides no other")
    func unreadable() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let sessions = (0..<9).map { _ in bench.session() }
            for (number, session) in sessions.enumerated() {
                try await bench.add(
                    try bench.account(
                        "user \(number)", phone: "+1415555010\(number)", identity: ("x.test", "\(number)")),
                    with: session)
            }
            try await database.pool.pipeline([
                "update account set custom_claims = '{\"iss\": 1}' where id = 'user 1'",
                "update account set custom_claims = '{' where id = 'user 2'",
                "update account_link set provider = '' where account = 'user 3'",
                "update refresh_session set provider = '' where account = 'user 4'",
            ])
            for number in 1...3 {
                let id = try #require(LocalID("user \(number)"))
                await #expect(throws: StoreError.unreadableAccount) { try await bench.account(id) }
                await #expect(throws: StoreError.unreadableAccount) { try await bench.change(id) { _ in } }
                await #expect(throws: StoreError.unreadableAccount) { try await bench.refresh(sessions[number]) }
                let attempt = try bench.attempt("+1415555010\(number)")
                await #expect(throws: StoreError.unreadableAccount) {
                    try await bench.store.signIn(attempt, of: bench.project)
                }
            }
            await #expect(throws: StoreError.self) { try await bench.refresh(sessions[4]) }
            #expect(try await bench.account(try #require(LocalID("user 4")))?.id.text == "user 4")
            for limit in 1...9 {
                let page = try await bench.store.accounts(after: nil, limit: limit, of: bench.project)
                #expect(page.map(\.id.text) == [0, 4, 5, 6, 7, 8].prefix(limit).map { "user \($0)" })
            }
            let mended = try bench.account("user 2", phone: "+14155550102")
            #expect(try await bench.store.replace([mended], of: bench.project).isEmpty)
            #expect(try await bench.account(mended.id) == mended)
            let gone = try await bench.store.delete(
                [try #require(LocalID("user 1"))], onlyDisabled: false, of: bench.project)
            #expect(gone.deleted.map(\.text) == ["user 1"])
        }
    }

    @Test("a project that is not there takes no account")
    func noProject() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let attempt = try bench.attempt("+14155550101")
            #expect(try await PostgresProjects(pool: database.pool).remove(bench.project))
            await #expect(throws: StoreError.self) { try await bench.store.signIn(attempt, of: bench.project) }
            let ann = try bench.account("ann")
            await #expect(throws: StoreError.self) { try await bench.store.add(ann, with: nil, to: bench.project) }
            #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).isEmpty)
        }
    }

    @Test("what is of no use any more is forgotten: used verifications after two days, ended sessions after 30")
    func forgetting() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let old = try (0..<12).map { _ in try bench.attempt("+14155550101") }
            for attempt in old { _ = try await bench.signIn(attempt) }
            let ann = try #require(
                try await bench.store.accounts(named: [.phone("+14155550101")], of: bench.project).first)
            let uses: SQL = "select count(*) from used_verification"
            let days = Duration.seconds(2 * 86_400)
            _ = try await bench.signIn(try bench.attempt("+14155550101", at: bench.now + days))
            #expect(try await database.pool.query(uses).value(as: Int64.self) == 13, "not yet")
            for left in [13 - 9, 3] as [Int64] {
                _ = try await bench.signIn(try bench.attempt("+14155550101", at: bench.now + days + .microseconds(1)))
                #expect(try await database.pool.query(uses).value(as: Int64.self) == left)
            }

            try await bench.change(ann.id) { $0.validSince = bench.now }
            try await database.pool.query(
                "update refresh_session set ended_at = ended_at - interval '31 days' where token_hash = \(old[0].session.tokenHash)"
            )
            #expect(try await bench.refresh(old[0].session) == .ended)
            try await bench.change(ann.id) { $0.validSince = bench.now }
            #expect(try await bench.refresh(old[0].session) == .unknown)
            #expect(try await bench.refresh(old[1].session) == .ended)
        }
    }
}
