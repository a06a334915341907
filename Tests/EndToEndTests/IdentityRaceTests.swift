import Foundation
import StrictJSON
import Synchronization
import Testing
import VerificationCore

/// Many calls at once about the same number, the same code or the same account; the database's rows are counted.
@Suite("many sign-ins at once", .serialized, .timeLimit(.minutes(10)))
struct IdentityRaceTests {
    private static let callers = 64
    /// Nothing but the races decides.
    private static let rules = """
        {"resendAfter":0,"maxSends":100,"sendsPerPhone":[{"count":100,"seconds":600}]}
        """
    private let phone = Site.phones(1)[0]

    @Test("of 64 first sign-ins with the same code exactly one serves, and the others hear that the session is used")
    func oneSession() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity().caller
            let session = try await caller.session(of: phone, at: site)
            let answers = try await race(Self.callers, caller) { try await $0.signIn(session) }
            expectServed(answers, 1)
            #expect(try await site.accountsAndSessions() == [1, 1])

            let next = try await caller.session(of: phone, at: site)
            let guesses = try await race(Self.callers, caller) { caller, number in
                try await caller.signIn(next.guess(number))
            }
            let looked = guesses.count { $0.code == "INVALID_CODE" }
            #expect((max(0, 5 - guesses.lost)...5).contains(looked), "\(guesses.summary)")
            #expect(
                looked + guesses.count { $0.code == "TOO_MANY_ATTEMPTS_TRY_LATER" } + guesses.lost == Self.callers,
                "\(guesses.summary)")
            #expect(try await caller.signIn(next).code == "TOO_MANY_ATTEMPTS_TRY_LATER")
        }
    }

    @Test("64 first sign-ins with four codes of a number make one account, and each code begins one session")
    func manySessions() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity().caller
            let sessions = try await approvedSessions(4, caller, site)
            #expect(try await site.accountsAndSessions() == [0, 0], "nothing is half done")
            let answers = try await race(Self.callers, caller) { caller, number in
                try await caller.signIn(sessions[number % sessions.count])
            }
            expectServed(answers, sessions.count)
            let served = answers.filter { $0.status == 200 }
            #expect(Set(served.compactMap { $0["localId"] }).count == 1, "\(answers.summary)")
            #expect(served.count { $0.body["isNewUser"] == true } == 1 || answers.lost > 0)
            #expect(try await site.accountsAndSessions() == [1, 4])
        }
    }

    @Test("of 64 sign-ins by one proof at once one signs in, and the others hear that the proof is used")
    func proofs() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity().caller
            let (phone, other) = (phone, Site.phones(2)[1])
            let (owner, proof) = try await caller.proof(of: phone, askedBy: other, at: site)
            let answers = try await race(Self.callers, caller) { try await $0.signIn(byProof: proof, of: phone) }
            let opened = answers.compactMap { $0["localId"] }
            #expect(opened == [owner.id] || opened.isEmpty && answers.lost > 0, "\(answers.summary)")
            let used = answers.count { $0.code == "INVALID_TEMPORARY_PROOF" }
            #expect(opened.count + used + answers.lost == Self.callers, "\(answers.summary)")
            #expect(try await site.accounts(with: phone) == 1)
        }
    }

    @Test("of many accounts that link one number at once exactly one gets it")
    func links() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity(.emulator).caller
            let guests = try await atOnce(8) { _ in try SignedInPerson(try await caller.call("signUp", [:])) }
            let sessions = try await approvedSessions(4, caller, site)
            let byCode = try await race(sessions.count, caller) { caller, number in
                try await caller.signIn(sessions[number], ["idToken": .string(guests[number].idToken)])
            }
            let linked = byCode.count { $0["idToken"] != nil }
            #expect(linked == 1 || linked == 0 && byCode.lost > 0, "\(byCode.summary)")
            #expect(linked + byCode.count { $0["temporaryProof"] != nil } + byCode.lost == byCode.count)
            #expect(try await site.accounts(with: phone) == 1)
        }
    }

    /// How an account's sessions end, and what their refresh tokens are worth then.
    enum End: String, CaseIterable, Sendable {
        case revoked = "TOKEN_EXPIRED"
        case disabled = "USER_DISABLED"
        case deleted = "INVALID_REFRESH_TOKEN"
    }

    @Test("no refresh that begins after a revocation, a disabling or a deletion was answered gives a token")
    func refreshes() async throws {
        try await withSite(rules: Self.rules) { site in
            let caller = try await site.identity().caller
            for (end, phone) in zip(End.allCases, Site.phones(3)) {
                let people = [
                    try await caller.person(with: phone, at: site), try await caller.person(with: phone, at: site),
                ]
                let answers = try await refreshing(people, with: 8, caller) {
                    try await self.carryOut(end, of: people[0].id, caller)
                }
                #expect(answers.late.allSatisfy { $0.code == end.rawValue }, "\(end): \(answers.late.summary)")
                #expect(answers.late.count >= 8 && answers.early.count(of: 200) >= 16, "both sides were busy")
                for person in people {
                    let after = try await caller.refresh(person.refreshToken)
                    #expect(after.code == end.rawValue, "\(end)")
                }
            }
        }
    }

    private func carryOut(_ end: End, of id: String, _ caller: IdentityCaller) async throws {
        let answer =
            switch end {
            case .revoked:
                try await caller.manage(
                    "/accounts:update", ["localId": .string(id), "validSince": .string("\(Int.now)")])
            case .disabled:
                try await caller.manage("/accounts:update", ["localId": .string(id), "disableUser": true])
            case .deleted: try await caller.manage("/accounts:delete", ["localId": .string(id)])
            }
        #expect(answer.status == 200, "\(answer.message ?? "")")
    }

    /// Lets so many callers refresh without a pause while `body` runs, until each has been refused.
    ///
    /// - Returns: the answers to the calls that began before `body` had its answer, and to all later calls.
    private func refreshing(
        _ people: [SignedInPerson], with callers: Int, _ caller: IdentityCaller,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> (early: [IdentityCaller.Answer], late: [IdentityCaller.Answer]) {
        let refreshed = Watched(0)
        let isOver = Watched(false)
        async let calls = atOnce(callers) { number in
            var (early, late): ([IdentityCaller.Answer], [IdentityCaller.Answer]) = ([], [])
            while late.last?.status ?? 200 == 200 {
                let began = isOver.value
                let answer = try await caller.refresh(people[number % people.count].refreshToken)
                if began { late.append(answer) } else { early.append(answer) }
                refreshed.change { $0 += 1 }
            }
            return (early, late)
        }
        try await refreshed.wait(for: "every caller has refreshed") { $0 >= callers * 3 }
        try await body()
        isOver.change { $0 = true }
        let answers = try await calls
        return (answers.flatMap(\.0), answers.flatMap(\.1))
    }

    /// Sessions of the number whose codes are found right, while the database lets no sign-in through.
    ///
    /// Each begins after the one before was approved: a number has a single live code.
    private func approvedSessions(
        _ count: Int, _ caller: IdentityCaller, _ site: Site
    ) async throws -> [IdentityCaller.Session] {
        let sessions = Mutex<[IdentityCaller.Session]>([])
        try await site.whileLocked("account") { [phone] _ in
            for _ in 0..<count {
                let session = try await caller.session(of: phone, at: site)
                let answer = try await caller.impatient.signIn(session)
                #expect(answer.status == 503)
                sessions.withLock { $0.append(session) }
            }
        }
        let found = sessions.withLock { $0 }
        #expect(Set(found.map(\.info)).count == count)
        #expect(try await site.verificationStatuses()["approved", default: 0] >= count)
        return found
    }

    /// Expects that so many calls signed in, and that the others found their session used.
    private func expectServed(_ answers: [IdentityCaller.Answer], _ count: Int) {
        #expect((max(0, count - answers.lost)...count).contains(answers.count(of: 200)), "\(answers.summary)")
        #expect(
            answers.allSatisfy { [200, 503].contains($0.status) || $0.code == "INVALID_SESSION_INFO" },
            "\(answers.summary)")
    }

    /// Lets so many callers call at once, each once.
    private func race(
        _ count: Int, _ caller: IdentityCaller,
        _ call: @escaping @Sendable (IdentityCaller, Int) async throws -> IdentityCaller.Answer
    ) async throws -> [IdentityCaller.Answer] {
        try await atOnce(count) { try await call(caller.impatient, $0) }
    }

    private func race(
        _ count: Int, _ caller: IdentityCaller,
        _ call: @escaping @Sendable (IdentityCaller) async throws -> IdentityCaller.Answer
    ) async throws -> [IdentityCaller.Answer] {
        try await race(count, caller) { caller, _ in try await call(caller) }
    }
}

extension [IdentityCaller.Answer] {
    /// How many callers cannot know whether their call was done, because database or queue were too slow.
    fileprivate var lost: Int { count(of: 503) }
}

extension Int {
    /// The time in seconds, as revocations say it.
    fileprivate static var now: Int { Int(Date().timeIntervalSince1970) }
}
