import StrictJSON
import Testing
import VerificationCore

/// The database goes away, or falls silent, under people who sign in.
@Suite("a Firebase surface without a database", .serialized, .timeLimit(.minutes(10)))
struct IdentityOutageFaultTests {
    @Test("while it is stopped calls are told to come back, in the wire's envelope; later the same calls are served")
    func stopped() async throws {
        try await outage(.stopDatabase, healedBy: .startDatabase)
    }

    @Test("while it is frozen nobody hangs; after the thaw the same calls are served")
    func frozen() async throws {
        try await outage(.freezeDatabase, healedBy: .thawDatabase)
    }

    private func outage(_ fault: ServiceControl.Order, healedBy cure: ServiceControl.Order) async throws {
        try await withSite { site in
            let caller = try await site.identity().caller.impatient
            let phones = Site.phones(4)
            let known = try await caller.person(with: phones[0], at: site)
            let other = try await caller.person(with: phones[3], at: site)
            let session = try await caller.session(of: phones[1], at: site)
            var late: IdentityCaller.Session?
            try await ServiceControl.under(fault, healedBy: cure) {
                let calls = calls(of: known, about: other, session, caller)
                for _ in 1...2 {
                    let answers = try await atOnce(calls.count) { try await calls[$0]() }
                    for (number, answer) in answers.enumerated() { expectUnavailable(answer, "call \(number)") }
                }
                #expect(try await caller.send("GET", "/.well-known/jwks.json").body["keys"]?.array?.count == 1)
                #expect(try await caller.send("GET", "/livez").status == 200)
                // The queue takes the request; whoever waits for the worker's word gets the handle without it.
                let sent = try await caller.sendCode(to: phones[2])
                late = IdentityCaller.Session(info: try #require(sent["sessionInfo"]), code: "")
            }
            let patient = IdentityCaller(base: caller.base, mode: caller.mode, keys: caller.keys, client: caller.client)
            let answer = try await patient.signIn(session)
            #expect(answer.status == 200 && answer.body["isNewUser"] == true, "\(answer.message ?? "")")
            let code = try await site.lastCode(of: phones[2])
            let third = try await patient.signIn(IdentityCaller.Session(info: try #require(late).info, code: code))
            #expect(third.status == 200, "\(third.message ?? "")")
            let refreshed = try SignedInPerson(refreshed: try await patient.refresh(known.refreshToken))
            for phone in phones.prefix(3) {
                let (accounts, sessions) = (try await site.accounts(with: phone), try await site.sessions(with: phone))
                #expect(accounts == 1 && sessions == 1, "nothing was done twice or by half")
            }
            site.expectSecret([known, other, refreshed, try SignedInPerson(answer), try SignedInPerson(third)])
        }
    }

    /// Every kind of call that needs the database.
    ///
    /// A frozen server may do after the thaw what a call has asked for that was answered long before. So what administrators
    /// and owners change are accounts of others.
    private func calls(
        of person: SignedInPerson, about other: SignedInPerson, _ session: IdentityCaller.Session,
        _ caller: IdentityCaller
    ) -> [@Sendable () async throws -> IdentityCaller.Answer] {
        let (token, id) = (JSONValue.string(other.idToken), JSONValue.string(other.id))
        return [
            { try await caller.signIn(session) },
            { try await caller.signIn(session, ["idToken": .string(person.idToken)]) },
            { try await caller.lookUp(person) },
            { try await caller.refresh(person.refreshToken) },
            { try await caller.call("update", ["idToken": token, "displayName": "Ada"]) },
            { try await caller.call("delete", ["idToken": token]) },
            { try await caller.manage("/accounts", ["displayName": "Bob"]) },
            { try await caller.manage("/accounts:lookup", ["localId": [id]]) },
            { try await caller.manage("/accounts:update", ["localId": id, "disableUser": true]) },
            { try await caller.manage("/accounts:delete", ["localId": id]) },
            { try await caller.manage("/accounts:batchDelete", ["localIds": [id], "force": true]) },
        ]
    }

    private func expectUnavailable(
        _ answer: IdentityCaller.Answer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = answer.body["error"]
        #expect(answer.status == 503, "\(name): \(answer.message ?? "")", sourceLocation: sourceLocation)
        #expect(error?["code"] == 503 && error?["status"] == "UNAVAILABLE", "\(name)", sourceLocation: sourceLocation)
        #expect(error?["errors"]?.array?.first?["reason"] == "backendError", "\(name)", sourceLocation: sourceLocation)
        #expect(answer.message?.isEmpty == false, "\(name)", sourceLocation: sourceLocation)
        #expect(
            answer.header("retry-after").flatMap(Int.init) ?? 0 > 0, "\(name)", sourceLocation: sourceLocation)
        #expect(answer.took < .seconds(5), "\(name)", sourceLocation: sourceLocation)
    }

    @Test(
        "that goes away in the middle of sign-ins leaves no session used without its account, and each number gets one")
    func middle() async throws {
        try await withSite(rules: #"{"sendsPerIp":[{"count":100,"seconds":3600}]}"#) { site in
            let caller = try await site.identity().caller
            let phones = Site.phones(24)
            var sessions: [IdentityCaller.Session] = []
            for phone in phones { sessions.append(try await caller.session(of: phone, at: site)) }
            let groups = stride(from: 0, to: sessions.count, by: 8).map { Array(sessions[$0..<$0 + 8]) }
            let calls = Task {
                try await atOnce(groups.count) { number in
                    var answers: [IdentityCaller.Answer] = []
                    for session in groups[number] { answers.append(try await caller.impatient.signIn(session)) }
                    return answers
                }
            }
            try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                let answers = try await calls.value.flatMap(\.self)
                #expect(answers.allSatisfy { [200, 503].contains($0.status) }, "\(answers.summary)")
            }
            for (phone, session) in zip(phones, sessions) {
                let answer = try await caller.signIn(session)
                #expect(answer.status == 200 || answer.code == "INVALID_SESSION_INFO", "\(answer.message ?? "")")
                #expect(try await site.accounts(with: phone) == 1, "a session that is used has made the account")
            }
            #expect(try await site.accountsAndSessions() == [24, 24])
        }
    }
}
