import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who signs people in by identities at other providers may rely on.
    package static let identities = AccountPromises(
        to: "AccountStore, signing in by identities",
        [
            AccountPromise("a first sign-in makes the account, and the next refreshes its link", identitySignUp),
            AccountPromise("a verified address joins its account whole, and ends the sessions of a stranger", joining),
            AccountPromise("an unverified address and a conflict change nothing, and use nothing up", nothingUsed),
            AccountPromise("an account with second factors gets the identity, and no session begins", pending),
            AccountPromise("64 first sign-ins of an identity make one account", firstIdentitySignIns),
            AccountPromise("first sign-ins of two identities with one address make one account", oneAddress),
            AccountPromise("of accounts that link an identity at once one gets it", linkingAtOnce),
            AccountPromise("a link and a first sign-in of an identity at once give it to one account", linkOrSignUp),
            AccountPromise("a proof serves one of many sign-ins", oneProof),
        ])
}

extension AccountBench {
    /// A sign-in by an identity at a provider, or a link to the account that is signed in.
    package func attempt(
        identity rawID: String, email: String? = nil, isVerified: Bool = true, from provider: String = "x.test",
        as current: LocalID? = nil, uses: Set<VerificationID> = [], at moment: Timestamp? = nil
    ) throws -> IdentitySignInAttempt {
        let link = ProviderLink(
            try self.provider(provider), rawID: rawID, displayName: "Ann", photoURL: "http://localhost/ann",
            email: email)
        var identity = ProvenIdentity(link, federatedID: rawID)
        (identity.isEmailVerified, identity.uses) = (isVerified, uses)
        let session = session(at: moment, SignInMethod(link.provider))
        return IdentitySignInAttempt(
            identity: try identity.fitted(),
            current: current.map { IdentitySignInAttempt.Current(id: $0, tokenMadeAt: moment ?? now) },
            newID: try #require(LocalID("new-" + Base64.encodeForURL(verification().bytes))), session: session)
    }

    /// Carries out an attempt in the first project, as one of the processes.
    package func carryOut(
        _ attempt: IdentitySignInAttempt, process: Int = 0
    ) async throws(StoreError) -> Attempted<IdentitySignedIn> {
        try await store(process).carryOut(attempt.attempt, of: project)
    }

    /// The same, and requires that somebody is signed in.
    package func signIn(
        _ attempt: IdentitySignInAttempt, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (account: Account, isNew: Bool) {
        let answer = try await carryOut(attempt)
        return try #require(answer.done, "\(answer)", sourceLocation: sourceLocation)
    }
}

extension Attempted<IdentitySignedIn> {
    /// The account of a sign-in that was done.
    fileprivate var done: (account: Account, isNew: Bool)? {
        guard case .done(.signedIn(let account, let isNew, _)) = self else { return nil }
        return (account, isNew)
    }
}

private func identitySignUp(_ bench: AccountBench) async throws {
    let first = try bench.attempt(identity: "1", email: "Ann@shop.test", at: bench.now + .microseconds(300_000))
    let (ann, isNew) = try await bench.signIn(first)
    #expect(isNew && ann.id == first.newID && ann.email == "ann@shop.test" && ann.isEmailVerified)
    #expect(ann.displayName == "Ann" && ann.links == [first.identity.link])
    #expect(try await bench.account(ann.id) == ann)

    let second = try bench.attempt(identity: "1", email: "new@shop.test", at: bench.now + .seconds(60))
    let (again, isNewAgain) = try await bench.signIn(second)
    var expected = ann
    (expected.links, expected.lastSignInAt) = ([second.identity.link], second.session.beganAt)
    expected.lastRefreshAt = second.session.beganAt
    #expect(!isNewAgain && again == expected)
    let accounts = try await bench.store.accounts(after: nil, limit: 9, of: bench.project)
    #expect(accounts == [expected])
    for attempt in [first, second] {
        #expect(try await bench.refresh(attempt.session).account?.id == ann.id)
    }
    let elsewhere = try await bench.store.carryOut(try bench.attempt(identity: "1").attempt, of: bench.other)
    #expect(elsewhere.done?.isNew == true, "another project does not know the identity")
}

private func joining(_ bench: AccountBench) async throws {
    let stranger = bench.session()
    var ann = try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("y.test", "7"))
    ann.passwordHash = "hash"
    try await bench.add(ann, with: stranger)
    let attempt = try bench.attempt(identity: "1", email: "ann@shop.test", at: bench.now + .seconds(5))
    let (joined, isNew) = try await bench.signIn(attempt)
    #expect(!isNew && joined.id == ann.id && joined.isEmailVerified && joined.links == [attempt.identity.link])
    #expect(joined.passwordHash == nil && joined.phone == nil)
    #expect(try await bench.account(ann.id) == joined)
    #expect(try await bench.refresh(stranger, at: bench.now + .seconds(6)) == .ended)
    #expect(try await bench.refresh(attempt.session, at: bench.now + .seconds(6)).account?.id == ann.id)
    var ben = try bench.account("ben", email: "ben@shop.test")
    ben.factors = [SecondFactor("f1", kind: .phone("+14155550199"), enrolledAt: bench.now)]
    ben = try await bench.add(ben)
    let guarded = try await bench.carryOut(try bench.attempt(identity: "2", email: "ben@shop.test"))
    #expect(guarded == .done(.needsConfirmation(ben)), "nobody gets past second factors by an unproven address")
    let free = try await bench.store.accounts(
        named: [.phone("+14155550101"), .identity(try bench.provider("y.test"), rawID: "7")], of: bench.project)
    #expect(free.isEmpty)
}

private func nothingUsed(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann", email: "ann@shop.test"))
    let ben = try await bench.add(try bench.account("ben"))
    let uses: Set<VerificationID> = [bench.verification(), bench.verification()]
    let unverified = try bench.attempt(identity: "1", email: "ann@shop.test", isVerified: false, uses: uses)
    #expect(try await bench.carryOut(unverified) == .done(.needsConfirmation(ann)))
    let link = try bench.attempt(identity: "1", email: "ann@shop.test", as: ben.id, uses: uses)
    #expect(try await bench.carryOut(link) == .refused(.refused(.emailExists)))
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [ann, ben])
    for session in [unverified.session, link.session] { #expect(try await bench.refresh(session) == .unknown) }

    let mine = try await bench.signIn(
        try bench.attempt(identity: "1", email: "ann@shop.test", as: ann.id, uses: uses))
    #expect(mine.account.id == ann.id && mine.account.links.count == 1)
    for use in uses {
        let replayed = try bench.attempt(identity: "2", uses: [use, bench.verification()])
        #expect(try await bench.carryOut(replayed, process: 1) == .used)
    }
    let taken = try bench.attempt(identity: "1", as: ben.id, uses: [bench.verification()])
    #expect(try await bench.carryOut(taken) == .refused(.refused(.federatedUserIDAlreadyLinked)))
    #expect(try await bench.signIn(try bench.attempt(identity: "1", uses: taken.identity.uses)).account.id == ann.id)
}

private func pending(_ bench: AccountBench) async throws {
    var ann = try bench.account("ann", email: "ann@shop.test")
    ann.isEmailVerified = true
    ann.factors = [SecondFactor("f1", kind: .phone("+14155550199"), enrolledAt: bench.now)]
    try await bench.add(ann)
    let attempt = try bench.attempt(identity: "1", email: "ann@shop.test", at: bench.now + .seconds(5))
    let answer = try await bench.carryOut(attempt)
    let saved = try #require(try await bench.account(ann.id))
    #expect(answer == .done(.secondFactor(saved, isRecycled: false)))
    #expect(saved.links == [attempt.identity.link] && saved.factors == ann.factors)
    #expect(saved.lastSignInAt == nil && saved.lastRefreshAt == nil)
    #expect(try await bench.refresh(attempt.session) == .unknown)
}

private func firstIdentitySignIns(_ bench: AccountBench) async throws {
    let attempts = try (0..<64).map { _ in try bench.attempt(identity: "1", email: "ann@shop.test") }
    let answers = try await bench.atOnce(64) { try await bench.carryOut(attempts[$0], process: $0) }
    let done = answers.compactMap(\.done)
    let all = try await bench.store.accounts(after: nil, limit: 99, of: bench.project)
    #expect(done.count == 64 && done.count { $0.isNew } == 1)
    #expect(all.count == 1 && Set(done.map(\.account.id)) == Set(all.map(\.id)))
}

private func oneAddress(_ bench: AccountBench) async throws {
    let attempts = try ["x.test", "y.test"].flatMap { provider in
        try (0..<8).map { _ in try bench.attempt(identity: "1", email: "ann@shop.test", from: provider) }
    }
    let answers = try await bench.atOnce(16) { try await bench.carryOut(attempts[$0], process: $0) }
    #expect(answers.compactMap(\.done).count == 16 && answers.count { $0.done?.isNew == true } == 1)
    let all = try await bench.store.accounts(after: nil, limit: 9, of: bench.project)
    #expect(all.count == 1 && Set(all[0].links.map(\.provider.text)) == ["x.test", "y.test"])
}

private func linkingAtOnce(_ bench: AccountBench) async throws {
    let people = try (0..<8).map { try bench.account("person \($0)") }
    for person in people { try await bench.add(person) }
    for round in 0..<8 {
        let attempts = try people.map { try bench.attempt(identity: "\(round)", from: "p\(round).test", as: $0.id) }
        let answers = try await bench.atOnce(8) { try await bench.carryOut(attempts[$0], process: $0) }
        let taken = Attempted<IdentitySignedIn>.refused(.refused(.federatedUserIDAlreadyLinked))
        let owners = try await bench.store.accounts(named: [attempts[0].identity.name], of: bench.project)
        #expect(owners.count == 1 && answers.count { $0 == taken } == 7)
        for (person, answer) in zip(people, answers) {
            #expect((answer.done != nil) == (person.id == owners.first?.id))
        }
    }
}

private func linkOrSignUp(_ bench: AccountBench) async throws {
    for round in 0..<8 {
        let ann = try await bench.add(try bench.account("ann \(round)"))
        let name = "\(round)"
        let attempts = [
            try bench.attempt(identity: name, as: ann.id), try bench.attempt(identity: name),
            try bench.attempt(identity: name),
        ]
        let answers = try await bench.atOnce(3) { try await bench.carryOut(attempts[$0], process: $0) }
        let owners = try await bench.store.accounts(named: [attempts[0].identity.name], of: bench.project)
        let owner = try #require(owners.first)
        #expect(owners.count == 1 && (answers[0].done != nil) == (owner.id == ann.id))
        for answer in answers[1...] { #expect(answer.done?.account.id == owner.id) }
    }
}

private func oneProof(_ bench: AccountBench) async throws {
    for round in 0..<4 {
        let uses: Set<VerificationID> = [bench.verification(), bench.verification()]
        let attempts = try (0..<16).map { _ in try bench.attempt(identity: "\(round)", uses: uses) }
        let answers = try await bench.atOnce(16) { try await bench.carryOut(attempts[$0], process: $0) }
        #expect(answers.count { $0 == .used } == 15)
        let refreshes = try await bench.atOnce(16) { try await bench.refresh(attempts[$0].session) }
        #expect(refreshes.count { $0 == .unknown } == 15)
    }
}
