import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller may rely on of how long sessions and guests live.
    package static let lives = AccountPromises(
        to: "AccountStore, lives of sessions",
        [
            AccountPromise("a session keeps when its person proved who they are, apart from when it began", authTime),
            AccountPromise("a session that went unused for too long has ended", idle),
            AccountPromise(
                "a token whose successor was used opens nothing, and until then gives the same answer", rotation),
            AccountPromise("a session more than an account may have ends the one that was unused longest", most),
            AccountPromise("unused sessions and guests are forgotten, and nobody else", forgetting),
        ])
}

private let day = Duration.seconds(86_400)

private func authTime(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann"))
    let began = bench.session()
    let session = RefreshSession(
        tokenHash: began.tokenHash, method: began.method, beganAt: bench.now, authTime: bench.now - .seconds(900))
    try await bench.change(ann.id, with: session) { _ in }
    let refresh = try await bench.refresh(session, at: bench.now + .seconds(60))
    #expect(refresh == .refreshed(try #require(refresh.account), session))
    #expect(session.authTime != session.beganAt)
}

private func idle(_ bench: AccountBench) async throws {
    let attempt = try bench.attempt("+14155550101")
    let (ann, _) = try await bench.signIn(attempt)
    let hash = attempt.session.tokenHash
    for (days, isGood) in [(10, true), (20, true), (31, false), (21, true)] {
        let refresh = RefreshAttempt(tokenHash: hash, idleLife: day * 10, at: bench.now + day * days)
        let answer = try await bench.store.refresh(refresh, of: bench.project)
        #expect((answer.account?.id == ann.id) == isGood, "day \(days)")
        if !isGood { #expect(answer == .ended) }
    }
    let standard = try await bench.refresh(attempt.session, at: bench.now + day * (21 + 400))
    #expect(standard.account?.id == ann.id)
}

private func rotation(_ bench: AccountBench) async throws {
    let attempt = try bench.attempt("+14155550101")
    let (ann, _) = try await bench.signIn(attempt)
    let tokens = [attempt.session.tokenHash] + (0..<3).map { _ in bench.session().tokenHash }
    @Sendable func use(_ place: Int, process: Int = 0) async throws -> SessionRefresh {
        let refresh = RefreshAttempt(tokenHash: tokens[place], successorHash: tokens[place + 1], at: bench.now)
        return try await bench.store(process).refresh(refresh, of: bench.project)
    }
    for place in 0..<2 {
        let answers = try await bench.atOnce(8) { try await use(place, process: $0) }
        for answer in answers { #expect(answer.account?.id == ann.id && answer.token == tokens[place + 1]) }
    }
    #expect(try await use(0) == .unknown, "its successor was used")
    #expect(try await use(1).account?.id == ann.id, "an answer that was lost may be asked for again")
    #expect(try await use(2).account?.id == ann.id)
    #expect(try await use(1) == .unknown)
    let other = RefreshAttempt(tokenHash: tokens[2], successorHash: tokens[3], at: bench.now)
    #expect(try await bench.store.refresh(other, of: bench.other) == .unknown)
    try await bench.change(ann.id) { $0.validSince = bench.now }
    for token in [tokens[2], tokens[3]] {
        let ended = RefreshAttempt(tokenHash: token, at: bench.now)
        #expect(try await bench.store.refresh(ended, of: bench.project) == .ended)
    }
}

private func most(_ bench: AccountBench) async throws {
    let count = RefreshSession.mostPerAccount
    var sessions: [RefreshSession] = []
    for number in 0..<count {
        let attempt = try bench.attempt("+14155550101", at: bench.now + .seconds(number))
        _ = try await bench.signIn(attempt)
        sessions.append(attempt.session)
    }
    let other = try bench.attempt("+14155550102")
    _ = try await bench.signIn(other)
    #expect(try await bench.refresh(sessions[0], at: bench.now + .seconds(1_000)).account != nil)
    let last = try bench.attempt("+14155550101", at: bench.now + .seconds(2_000))
    let (ann, _) = try await bench.signIn(last)
    #expect(try await bench.refresh(sessions[1], at: bench.now + .seconds(3_000)) == .unknown, "unused longest")
    for (number, session) in ([sessions[0]] + sessions[2...] + [last.session, other.session]).enumerated() {
        #expect(try await bench.refresh(session, at: bench.now + .seconds(3_000 + number)).account != nil)
    }
    // The same holds for sessions that a change begins.
    try await bench.change(ann.id, with: bench.session(at: bench.now + .seconds(4_000))) { _ in }
    let all = sessions
    let left = try await bench.atOnce(count) { try await bench.refresh(all[$0], at: bench.now + .seconds(5_000)) }
    #expect(left.count { $0.account == nil } == 2 && left[0].account == nil)
}

private func forgetting(_ bench: AccountBench) async throws {
    let guest = SignInMethod(.anonymous)
    let (old, new) = (bench.session(guest), bench.session(at: bench.now + day * 20, guest))
    try await bench.add(try bench.account("old guest"), with: old)
    try await bench.add(try bench.account("new guest"), with: new)
    let named = bench.session(guest)
    try await bench.add(try bench.account("named", email: "named@shop.test"), with: named)
    let linked = bench.session(guest)
    try await bench.add(try bench.account("linked", identity: ("x.test", "7")), with: linked)
    let custom = bench.session(SignInMethod(.custom))
    try await bench.add(try bench.account("kiosk"), with: custom)
    try await bench.add(try bench.account("never signed in"))
    let person = try bench.attempt("+14155550101")
    _ = try await bench.signIn(person)

    try await bench.store.forgetUnused(idleLife: day * 400, guestLife: day * 30, at: bench.now + day * 29)
    #expect(try await bench.store.count(of: bench.project) == 7)
    try await bench.store.forgetUnused(idleLife: day * 400, guestLife: day * 30, at: bench.now + day * 31)
    let ids = try await bench.store.accounts(after: nil, limit: 9, of: bench.project).map(\.id.text)
    #expect(ids.count == 6 && !ids.contains("old guest"))
    #expect(try await bench.refresh(old) == .unknown)
    for session in [new, named, linked, custom, person.session] {
        #expect(try await bench.refresh(session, at: bench.now + day * 21).account != nil)
    }

    try await bench.store.forgetUnused(idleLife: day * 400, guestLife: day * 1_000, at: bench.now + day * 422)
    #expect(try await bench.store.count(of: bench.project) == 6)
    for session in [new, named, linked, custom, person.session] {
        #expect(try await bench.refresh(session) == .unknown)
    }
}

extension SessionRefresh {
    /// The token of the session that goes on.
    fileprivate var token: [UInt8]? {
        guard case .refreshed(_, let session) = self else { return nil }
        return session.tokenHash
    }
}
