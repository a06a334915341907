import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who looks for accounts may rely on.
    package static let reading = AccountPromises(
        to: "AccountStore, reading",
        [
            AccountPromise("an account is found whole by each of its names, and once by several", found),
            AccountPromise("an e-mail address is kept in lower case, and found in any", lowerCase),
            AccountPromise("neither of two projects sees the other's accounts, also under the same names", apart),
            AccountPromise("pages go through the ids in the order of their code points", pages),
            AccountPromise("places in the list and the count are of all accounts of the project", places),
            AccountPromise("a text with a NUL character names nobody, and no account has it", nul),
        ])
}

private func found(_ bench: AccountBench) async throws {
    var ann = try bench.account("ann", phone: "+14155550101", email: "ann@shop.test")
    ann.isEmailVerified = true
    (ann.passwordHash, ann.displayName, ann.photoURL) = ("hash", "Ann \"A\" 安 \u{1}", "https://shop.test/a?b=c&d")
    ann.isDisabled = true
    ann.customClaims = try CustomClaims(#"{"role" : "admin", "level": 1.50}"#)
    ann.links = [
        ProviderLink(
            try bench.provider("facebook.com"), rawID: "77", displayName: "Ann F", photoURL: "https://f.test",
            email: "ann@f.test", screenName: "annf"),
        ProviderLink(try bench.provider("apple.com"), rawID: "77"),
    ]
    ann.validSince = bench.now - .seconds(5)
    ann.createdAt = bench.now - .microseconds(7_654_321)
    (ann.lastSignInAt, ann.lastRefreshAt) = (bench.now - .microseconds(1), bench.now)
    try await bench.add(ann)
    let ben = try await bench.add(try bench.account("ben", phone: "+14155550102"))

    #expect(ann.names.count == 5)
    for name in ann.names { #expect(try await bench.store.accounts(named: [name], of: bench.project) == [ann]) }
    let all = Set(ann.names + ben.names)
    #expect(try await bench.store(1).accounts(named: all, of: bench.project) == [ann, ben])
    #expect(try await bench.store.accounts(named: [], of: bench.project).isEmpty)
    let strangers: Set<AccountName> = [
        .id(try #require(LocalID("annn"))), .phone("+1415555010"), .email("ann@shop.tes"), .phone("ann"),
        .identity(try bench.provider("facebook.com"), rawID: "7"),
        .identity(try bench.provider("facebook.co"), rawID: "77"), .email("' or true --"),
    ]
    #expect(try await bench.store.accounts(named: strangers, of: bench.project).isEmpty)
}

private func lowerCase(_ bench: AccountBench) async throws {
    try await bench.add(try bench.account("ann", email: "Ann@Shop.TEST"))
    for address in ["ann@shop.test", "ANN@SHOP.test"] {
        let found = try await bench.store.accounts(named: [.email(address)], of: bench.project)
        #expect(found.map(\.email) == ["ann@shop.test"])
    }
    let ben = try bench.account("ben", email: "aNN@shop.test")
    #expect(try await bench.store.add(ben, with: nil, to: bench.project) == .email)
    let edited = try await bench.change(try #require(LocalID("ann"))) { $0.email = .set("ANNE@shop.test") }
    #expect(edited.account?.email == "anne@shop.test")
    try await bench.add(ben)
}

private func apart(_ bench: AccountBench) async throws {
    let mine = try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("x.test", "1"))
    var theirs = mine
    theirs.displayName = "another"
    let (mySession, theirSession) = (bench.session(), bench.session())
    #expect(try await bench.store.add(mine, with: mySession, to: bench.project) == nil)
    #expect(try await bench.store.accounts(named: Set(mine.names), of: bench.other).isEmpty)
    #expect(try await bench.store.add(theirs, with: theirSession, to: bench.other) == nil)
    #expect(try await bench.store.accounts(named: Set(mine.names), of: bench.project).map(\.displayName) == [nil])
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.other).map(\.displayName) == ["another"])

    #expect(
        try await bench.store.refresh(
            RefreshAttempt(tokenHash: theirSession.tokenHash, at: bench.now), of: bench.project) == .unknown)
    try await bench.change(mine.id) { $0.validSince = bench.now + .seconds(9) }
    try await bench.store.deleteAll(of: bench.project)
    let kept = try await bench.store.refresh(
        RefreshAttempt(tokenHash: theirSession.tokenHash, at: bench.now), of: bench.other)
    #expect(kept.account?.displayName == "another")
    #expect(try await bench.refresh(mySession) == .unknown)
}

private func pages(_ bench: AccountBench) async throws {
    // By their bytes in UTF-8; a language would sort them otherwise.
    let ids = ["-", "0", "A", "Z", "_", "a", "aa", "z", "\u{E9}", "\u{FFFD}", "\u{1D4B3}"]
    for id in ids.reversed() { try await bench.add(try bench.account(id)) }
    for limit in [1, 3, 11, 20] {
        var (seen, page) = ([String](), [Account]())
        repeat {
            let last = seen.last.flatMap(LocalID.init)
            page = try await bench.store.accounts(after: last, limit: limit, of: bench.project)
            seen += page.map(\.id.text)
        } while page.count == limit
        #expect(seen == ids)
    }
    #expect(try await bench.store.accounts(after: LocalID("A0"), limit: 1, of: bench.project).map(\.id.text) == ["Z"])
}

private func places(_ bench: AccountBench) async throws {
    #expect(try await bench.store.count(of: bench.project) == 0)
    #expect(try await bench.store.accounts(at: 0..<9, descending: true, of: bench.project).isEmpty)
    let ids = ["A", "Z", "a", "b", "\u{E9}"]
    for id in ids.reversed() { try await bench.add(try bench.account(id, identity: ("x.test", id))) }
    #expect(try await bench.store.add(try bench.account("A"), with: nil, to: bench.other) == nil)
    #expect(try await bench.store.count(of: bench.project) == 5)
    for (range, isDescending) in [
        (0..<9, false), (0..<9, true), (1..<3, false), (1..<3, true), (4..<9, true), (5..<9, false),
    ] {
        let ordered = isDescending ? ids.reversed() : ids
        let found = try await bench.store.accounts(at: range, descending: isDescending, of: bench.project)
        #expect(found.map(\.id.text) == Array(ordered[range.clamped(to: 0..<5)]))
        #expect(found.map { $0.links.first?.rawID } == found.map(\.id.text))
    }
}

private func nul(_ bench: AccountBench) async throws {
    try await bench.add(try bench.account("ann", phone: "+1", email: "ann@shop.test", identity: ("x.test", "1")))
    let names: Set<AccountName> = [
        .phone("+1\0"), .email("ann@shop.test\0"), .identity(try bench.provider("x.test"), rawID: "\0"),
    ]
    #expect(try await bench.store.accounts(named: names, of: bench.project).isEmpty)
    let ben = try bench.account("ben", phone: "+2\0")
    await #expect(throws: StoreError.unstorable) { try await bench.store.add(ben, with: nil, to: bench.project) }
    await #expect(throws: StoreError.unstorable) { try await bench.store.replace([ben], of: bench.project) }
    let attempt = try bench.attempt("+2\0")
    await #expect(throws: StoreError.unstorable) { try await bench.store.signIn(attempt, of: bench.project) }
    let id = try #require(LocalID("ann"))
    await #expect(throws: StoreError.unstorable) { try await bench.change(id) { $0.displayName = .set("a\0") } }
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).map(\.displayName) == [nil])
}
