import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// A process of the Firebase surface dies while somebody signs in.
///
/// The program has no hooks for this: a lock in the database holds the process where it shall die.
@Suite("a Firebase surface that dies", .serialized, .timeLimit(.minutes(10)))
struct IdentityKillFaultTests {
    private let phone = Site.phones(1)[0]

    @Test("after the code was found right, before the sign-in: the same call signs in later, and makes one account")
    func betweenCheckAndSignIn() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.worker()
            let first = try await site.loneIdentity(of: keys)
            let session = try await first.caller.session(of: phone, at: site)
            try await site.whileLocked("account") { transaction in
                // A call that waits for too long is answered by 503, and the app calls again.
                let call = Task { try await first.caller.signIn(session) }
                try await eventually("the sign-in waits") { try await transaction.hasWaitingSurface() }
                try await first.process.kill()
                await #expect(throws: (any Error).self, "nobody has heard an answer") { try await call.value }
                try await eventually("nobody waits") { try await !transaction.hasWaitingSurface() }
            }
            #expect(try await site.accountsAndSessions() == [0, 0])
            #expect(try await site.verificationStatuses() == ["approved": 1])

            let second = try await site.loneIdentity(of: keys)
            #expect(try await second.caller.signIn(session.guess()).code == "INVALID_SESSION_INFO")
            let answers = try await atOnce(8) { _ in try await second.caller.signIn(session) }
            #expect(answers.count(of: 200) == 1, "\(answers.summary)")
            #expect(answers.allSatisfy { $0.status == 200 || $0.code == "INVALID_SESSION_INFO" }, "\(answers.summary)")
            let person = try SignedInPerson(try #require(answers.first { $0.status == 200 }))
            #expect(try await second.caller.lookUp(person).users.count == 1)
            #expect(try await site.accountsAndSessions() == [1, 1])
        }
    }

    @Test("at any moment of a sign-in: a session that is used has made the account, and any other serves")
    func atAnyMoment() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            _ = try await site.worker()
            var (process, caller) = try await site.loneIdentity(of: keys)
            for (number, phone) in Site.phones(4).enumerated() {
                let session = try await caller.session(of: phone, at: site)
                let calls = (0..<8).map { _ in Task { [caller] in try await caller.impatient.signIn(session) } }
                // The first time at once, and then ever later.
                for call in calls.prefix(number) { _ = try? await call.value }
                try await process.kill()
                var served: [IdentityCaller.Answer] = []
                for call in calls { if let answer = try? await call.value { served.append(answer) } }
                #expect(served.count(of: 200) <= 1, "\(served.summary)")

                (process, caller) = try await site.loneIdentity(of: keys)
                let again = try await caller.signIn(session)
                #expect(again.status == 200 || again.code == "INVALID_SESSION_INFO", "\(again.message ?? "")")
                #expect(served.count(of: 200) + [again].count(of: 200) <= 1)
                #expect(try await site.accounts(with: phone) == 1)
                let owner = try #require(
                    try await caller.manage("/accounts:lookup", ["phoneNumber": [.string(phone)]]).users.first)
                let person = try await caller.person(with: phone, at: site)
                #expect(person.id == owner["localId"]?.string, "the person gets into the one account anyway")
            }
        }
    }
}

extension PostgresTransaction {
    /// Whether a statement of a Firebase surface about accounts waits for a lock.
    fileprivate func hasWaitingSurface() async throws -> Bool {
        // Without this a transaction would see the statements of its first look again and again.
        try await query("select pg_stat_clear_snapshot()")
        let rows = try await query(
            """
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'verifyd-identity' and wait_event_type = 'Lock'
              and position('account' in query) > 0
            """)
        return try !rows.column(as: Int32.self).isEmpty
    }
}
