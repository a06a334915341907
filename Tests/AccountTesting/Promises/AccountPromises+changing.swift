import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who changes accounts may rely on.
    package static let changing = AccountPromises(
        to: "AccountStore, changing",
        [
            AccountPromise("a decision sees the account as it is, and its edit is saved", edits),
            AccountPromise("a refusal changes nothing, and an unknown account is gone", refusals),
            AccountPromise("a name that another account has is named, and nothing changes", takenByEdit),
            AccountPromise("names are free again when an account gives them up", freeAgain),
            AccountPromise("links keep their order, and a new link to a provider comes last", links),
            AccountPromise("an edit that moves what tokens are good for ends all earlier sessions", revocation),
            AccountPromise("a disabled account is not refreshed, and goes on when it is enabled", disabled),
        ])
}

private func edits(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann", phone: "+14155550101"))
    try await bench.add(try bench.account("ben", phone: "+14155550102"))
    let moment = bench.now + .seconds(60)
    let changed = try await bench.store.change(ann.id, of: bench.project) { account throws(AccountError) in
        var edit = AccountEdit()
        edit.displayName = .set((account.phone ?? "") + "!")
        (edit.email, edit.isEmailVerified, edit.passwordHash) = (.set("ann@shop.test"), true, .set("hash"))
        (edit.photoURL, edit.isDisabled) = (.set("https://shop.test/a"), true)
        edit.customClaims = .set(try CustomClaims(#"{"a": 1}"#))
        (edit.createdAt, edit.lastSignInAt) = (moment, moment + .microseconds(1))
        return edit
    }
    let account = try #require(changed.account)
    #expect(account.displayName == "+14155550101!" && account.isEmailVerified && account.isDisabled)
    #expect(account.createdAt == moment && account.lastSignInAt == moment + .microseconds(1))
    #expect(try await bench.account(ann.id) == account)
    let cleared = try await bench.change(ann.id) {
        ($0.phone, $0.email, $0.passwordHash, $0.displayName) = (.clear, .clear, .clear, .clear)
        ($0.photoURL, $0.customClaims, $0.isDisabled) = (.clear, .clear, false)
    }
    var bare = try bench.account("ann")
    (bare.createdAt, bare.lastSignInAt) = (account.createdAt, account.lastSignInAt)
    #expect(cleared == .changed(bare))
    #expect(try await bench.account(ann.id) == bare)
    #expect(try await bench.account(try #require(LocalID("ben")))?.phone == "+14155550102")
}

private func refusals(_ bench: AccountBench) async throws {
    let ann = try await bench.add(try bench.account("ann"))
    let session = bench.session()
    let refused = try await bench.store.change(ann.id, of: bench.project) { _ throws(AccountError) in
        throw .refused(.userDisabled)
    }
    #expect(refused == .refused(.refused(.userDisabled)))
    #expect(try await bench.account(ann.id) == ann)
    let unknown = try #require(LocalID("nobody"))
    #expect(try await bench.change(unknown, with: session) { $0.isDisabled = true } == .gone)
    #expect(try await bench.refresh(session) == .unknown)
}

private func takenByEdit(_ bench: AccountBench) async throws {
    let ann = try await bench.add(
        try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("x.test", "1")))
    let ben = try await bench.add(try bench.account("ben", phone: "+14155550102"))
    let link = ProviderLink(try bench.provider("x.test"), rawID: "1")
    let drafts: [(@Sendable (inout AccountEdit) -> Void, AccountConflict)] = [
        ({ $0.phone = .set("+14155550101") }, .phone), ({ $0.email = .set("ANN@shop.test") }, .email),
        ({ $0.linked = link }, .identity),
        ({ ($0.phone, $0.email, $0.linked) = (.set("+14155550101"), .set("ann@shop.test"), link) }, .phone),
    ]
    for (draft, conflict) in drafts {
        let session = bench.session()
        let change = try await bench.change(ben.id, with: session) {
            $0.displayName = .set("changed")
            $0.validSince = bench.now + .seconds(5)
            draft(&$0)
        }
        #expect(change == .taken(conflict))
        #expect(try await bench.refresh(session) == .unknown)
    }
    #expect(try await bench.account(ben.id) == ben)
    let same = try await bench.change(ann.id) { ($0.phone, $0.linked) = (.set("+14155550101"), link) }
    #expect(same == .changed(ann), "its own names are no conflict")
}

private func freeAgain(_ bench: AccountBench) async throws {
    let names = (phone: "+14155550101", email: "ann@shop.test", identity: (provider: "x.test", rawID: "1"))
    let ann = try await bench.add(
        try bench.account("ann", phone: names.phone, email: names.email, identity: names.identity))
    let provider = try bench.provider("x.test")
    try await bench.change(ann.id) {
        $0.unlinked = [provider]
        ($0.phone, $0.email) = (.clear, .clear)
    }
    let ben = try await bench.add(
        try bench.account("ben", phone: names.phone, email: names.email, identity: names.identity))
    _ = try await bench.store.delete([ben.id], onlyDisabled: false, of: bench.project)
    let back = try await bench.change(ann.id) {
        ($0.phone, $0.email) = (.set(names.phone), .set(names.email))
        $0.linked = ProviderLink(provider, rawID: names.identity.rawID)
    }
    #expect(back == .changed(ann))
    try await bench.store.deleteAll(of: bench.project)
    try await bench.add(ben)
}

private func links(_ bench: AccountBench) async throws {
    let providers = try ["z.test", "a.test", "m.test"].map { try bench.provider($0) }
    var ann = try bench.account("ann")
    ann.links = providers.map { ProviderLink($0, rawID: "1") }
    try await bench.add(ann)
    let relinked = try await bench.change(ann.id) {
        $0.linked = ProviderLink(providers[0], rawID: "2", displayName: "Ann")
        $0.displayName = .set("Ann")
    }
    let expected = [
        ProviderLink(providers[1], rawID: "1"), ProviderLink(providers[2], rawID: "1"),
        ProviderLink(providers[0], rawID: "2", displayName: "Ann"),
    ]
    #expect(relinked.account?.links == expected)
    #expect(try await bench.account(ann.id)?.links == expected)
    try await bench.add(try bench.account("ben", identity: ("z.test", "1")))
    try await bench.change(ann.id) { $0.unlinked = [providers[2]] }
    #expect(try await bench.account(ann.id)?.links == [expected[0], expected[2]])
    // Swift takes both texts for equal; their bytes differ.
    for text in ["\u{E9}", "e\u{301}"] {
        try await bench.change(ann.id) { $0.linked = ProviderLink(providers[0], rawID: text) }
        let found = try await bench.store.accounts(named: [.identity(providers[0], rawID: text)], of: bench.project)
        #expect(found.map(\.id) == [ann.id])
    }
}

private func revocation(_ bench: AccountBench) async throws {
    let second = bench.now + .seconds(10)
    let (early, late) = (bench.session(at: bench.now), bench.session(at: second + .microseconds(999_999)))
    let (next, with) = (bench.session(at: second + .seconds(1)), bench.session(at: second + .microseconds(5)))
    let ann = try await bench.add(try bench.account("ann"), with: early)
    let ben = try await bench.add(try bench.account("ben"), with: bench.session(at: second))
    for session in [late, next] { try await bench.change(ann.id, with: session) { _ in } }
    let revoked = try await bench.change(ann.id, with: with) { $0.validSince = second + .microseconds(300_000) }
    let account = try #require(revoked.account)
    #expect(account.validSince == second && account.lastRefreshAt == with.beganAt)
    #expect(try await bench.refresh(early) == .ended)
    #expect(try await bench.refresh(late) == .ended, "it began in the second of the revocation, perhaps before it")
    for session in [next, with] { #expect(try await bench.refresh(session).account?.id == ann.id) }
    try await bench.change(ann.id) { $0.isDisabled = true }
    #expect(try await bench.refresh(early) == .ended, "as an ID token of that time")
    #expect(try await bench.refresh(next) == .refused(.refused(.userDisabled)))
    // What has ended stays so, also when an administrator sets the clock back.
    try await bench.change(ann.id) { ($0.isDisabled, $0.validSince) = (false, bench.now - .seconds(60)) }
    #expect(try await bench.refresh(late) == .ended)
    #expect(try await bench.account(ben.id)?.validSince == ben.validSince)
}

private func disabled(_ bench: AccountBench) async throws {
    let session = bench.session()
    let ann = try await bench.add(try bench.account("ann"), with: session)
    try await bench.change(ann.id) { $0.isDisabled = true }
    #expect(try await bench.refresh(session, at: bench.now + .seconds(1)) == .refused(.refused(.userDisabled)))
    #expect(try await bench.account(ann.id)?.lastRefreshAt == session.beganAt, "a refused refresh notes nothing")
    try await bench.change(ann.id) { $0.isDisabled = false }
    #expect(try await bench.refresh(session).account?.id == ann.id)
}
