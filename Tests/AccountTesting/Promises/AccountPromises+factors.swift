import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller may rely on who asks for a second factor.
    package static let secondFactors = AccountPromises(
        to: "AccountStore, second factors",
        [
            AccountPromise("an account keeps its factors whole, whatever changes beside them", kept),
            AccountPromise("a proof that an attempt leaves unused serves the next, and then no other", looks),
            AccountPromise("of attempts at once with the same proof one is done", once),
            AccountPromise("of attempts at once to enrol a number one finds it free", oneNumber),
            AccountPromise("a session that lacks a mandatory factor is not refreshed, and nothing is noted", mandatory),
            AccountPromise("a factor that goes with its sessions leaves the session of the edit", withdrawal),
        ])
}

private func factor(_ id: String, _ phone: String, _ bench: AccountBench) -> SecondFactor {
    SecondFactor(id, kind: .phone(phone), displayName: "Ann's \(id) ☎", enrolledAt: bench.now + .microseconds(1))
}

private func app(_ bench: AccountBench) -> SecondFactor {
    let secret = SealedCode(keyName: "k", bytes: Array(0...255))
    return SecondFactor("app", kind: .totp(TOTPFactor(secret: secret, usedStep: 9_999_999_999)), enrolledAt: bench.now)
}

private func kept(_ bench: AccountBench) async throws {
    var ann = try bench.account("ann", phone: "+14155550101")
    ann.factors = [factor("one", "+14155550102", bench), app(bench)]
    try await bench.add(ann)
    #expect(try await bench.account(ann.id)?.factors == ann.factors)
    try await bench.change(ann.id) { $0.displayName = .set("Ann") }
    #expect(try await bench.account(ann.id)?.factors == ann.factors)
    let last = [app(bench)]
    try await bench.change(ann.id) { $0.factors = last }
    #expect(try await bench.account(ann.id)?.factors == last)
    try await bench.change(ann.id) { $0.factors = [] }
    #expect(try await bench.account(ann.id)?.factors == [])
}

/// An attempt that finds its account, and uses up its proof where `usesUp`.
private func look(
    at account: Account, _ use: VerificationID, usesUp: Bool, _ bench: AccountBench
) -> AccountAttempt<LocalID> {
    AccountAttempt(names: [.id(account.id)], uses: [use], at: bench.now) { accounts throws(AccountError) in
        guard let account = accounts.first else { throw .refused(.userNotFound) }
        return (AccountPlan(usesUp: usesUp), account.id)
    }
}

private func looks(_ bench: AccountBench) async throws {
    let (ann, use) = (try await bench.add(try bench.account("ann")), bench.verification())
    for _ in 1...2 {
        let attempt = look(at: ann, use, usesUp: false, bench)
        #expect(try await bench.store.carryOut(attempt, of: bench.project) == .done(ann.id))
    }
    let using = look(at: ann, use, usesUp: true, bench)
    #expect(try await bench.store.carryOut(using, of: bench.project) == .done(ann.id))
    for usesUp in [false, true] {
        let late = look(at: ann, use, usesUp: usesUp, bench)
        #expect(try await bench.store(1).carryOut(late, of: bench.project) == .used)
    }
}

private func once(_ bench: AccountBench) async throws {
    let (ann, use) = (try await bench.add(try bench.account("ann")), bench.verification())
    let outcomes = try await bench.atOnce(8) { number in
        let attempt = look(at: ann, use, usesUp: true, bench)
        return try await bench.store(number).carryOut(attempt, of: bench.project)
    }
    #expect(outcomes.count { $0 == .done(ann.id) } == 1 && outcomes.count { $0 == .used } == 7)
}

private func oneNumber(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann"))
    let outcomes = try await bench.atOnce(8) { number in
        let new = factor("factor \(number)", "+14155550102", bench)
        let attempt = AccountAttempt(
            names: [.id(ann.id)], uses: [bench.verification()], at: bench.now
        ) { accounts throws(AccountError) in
            guard var account = accounts.first else { throw .refused(.userNotFound) }
            try SecondFactorRules.emulated.checkRoom(for: new.kind, in: account)
            account.factors.append(new)
            return (AccountPlan(account), new.id)
        }
        return try await bench.store(number).carryOut(attempt, of: bench.project)
    }
    let winners = outcomes.compactMap { outcome -> String? in
        guard case .done(let id) = outcome else { return nil }
        return id
    }
    #expect(winners.count == 1)
    #expect(try await bench.account(ann.id)?.factors.map(\.id) == winners)
}

private func mandatory(_ bench: AccountBench) async throws {
    var rules = SecondFactorRules.emulated
    rules.state = .mandatory
    let proven = SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "one"))
    for (id, method, isRefreshed) in [("ann", SignInMethod(.password), false), ("ben", proven, true)] {
        let session = bench.session(at: nil, method)
        let account = try await bench.add(try bench.account(id), with: session)
        let attempt = RefreshAttempt(
            tokenHash: session.tokenHash, secondFactors: rules, at: bench.now + .seconds(60))
        let refresh = try await bench.store.refresh(attempt, of: bench.project)
        #expect(isRefreshed ? refresh.account != nil : refresh == .ended)
        #expect((try await bench.account(account.id) == account) != isRefreshed)
    }
}

private func withdrawal(_ bench: AccountBench) async throws {
    let old = bench.session(at: nil, SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "one")))
    var ann = try bench.account("ann")
    ann.factors = [factor("one", "+14155550102", bench)]
    try await bench.add(ann, with: old)
    let now = bench.now + .seconds(5)
    let new = bench.session(at: now, SignInMethod(.password))
    try await bench.change(ann.id, with: new) { ($0.factors, $0.validSince) = ([], now) }
    #expect(try await bench.refresh(old, at: now + .seconds(1)) == .ended)
    let account = try await bench.refresh(new, at: now + .seconds(1)).account
    #expect(account?.factors == [] && account?.id == ann.id)
}
