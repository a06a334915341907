import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who adds accounts may rely on.
    package static let adding = AccountPromises(
        to: "AccountStore, adding",
        [
            AccountPromise("a name that another account has is named, and nothing is added", taken),
            AccountPromise("a first session begins with the account, and not without it", firstSession),
            AccountPromise("names as long as they may be are kept, and longer names are refused", longNames),
            AccountPromise("names that differ only in how they write a character are two", bytes),
        ])
}

private func taken(_ bench: AccountBench) async throws {
    let ann = try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("x.test", "1"))
    try await bench.add(ann)
    let drafts: [(Account, AccountConflict)] = [
        (try bench.account("ann"), .id), (try bench.account("ben", phone: ann.phone), .phone),
        (try bench.account("ben", email: ann.email), .email),
        (try bench.account("ben", identity: ("x.test", "1")), .identity),
        (try bench.account("ben", phone: ann.phone, email: ann.email, identity: ("x.test", "1")), .phone),
        (try bench.account("ann", phone: ann.phone), .id),
    ]
    for (draft, conflict) in drafts {
        let session = bench.session()
        #expect(try await bench.store.add(draft, with: session, to: bench.project) == conflict)
        #expect(try await bench.refresh(session) == .unknown)
    }
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project) == [ann])
    try await bench.add(try bench.account("ben", identity: ("y.test", "1")))
    try await bench.add(try bench.account("carl", identity: ("x.test", "11")))
}

private func firstSession(_ bench: AccountBench) async throws {
    let method = SignInMethod(
        try bench.provider("facebook.com"), secondFactor: .init(.phone, enrollmentID: "factor 1"))
    let session = bench.session(at: bench.now + .microseconds(5), method)
    let ann = try await bench.add(try bench.account("ann"), with: session)
    #expect(ann.lastRefreshAt == session.beganAt && ann.lastSignInAt == nil)
    #expect(try await bench.account(ann.id) == ann)
    var refreshed = ann
    refreshed.lastRefreshAt = bench.now + .seconds(60)
    #expect(try await bench.refresh(session, at: bench.now + .seconds(60)) == .refreshed(refreshed, session))
    #expect(try await bench.account(ann.id) == refreshed)
}

private func longNames(_ bench: AccountBench) async throws {
    let letters = String(repeating: "x", count: Account.longestName)
    var ann = try bench.account(String(repeating: "\u{1D4B3}", count: 128), phone: letters, email: letters)
    ann.links = [ProviderLink(try bench.provider(String(letters.dropLast())), rawID: "1")]
    try await bench.add(ann)
    #expect(try await bench.account(ann.id) == ann)
    let tooLong = try bench.account("ben", phone: letters + "x")
    var twice = try bench.account("ben")
    twice.links = [ProviderLink(.custom, rawID: "1"), ProviderLink(.custom, rawID: "2")]
    for account in [tooLong, twice] {
        await #expect(throws: StoreError.unstorable) {
            try await bench.store.add(account, with: nil, to: bench.project)
        }
    }
    #expect(try await bench.store.accounts(named: [.phone(letters + "x")], of: bench.project).isEmpty)
}

private func bytes(_ bench: AccountBench) async throws {
    let texts = ["caf\u{E9}", "cafe\u{301}"]
    for text in texts {
        try await bench.add(try bench.account(text, phone: text, email: text, identity: ("x.test", text)))
    }
    for text in texts {
        for name in try bench.account(text, phone: text, email: text, identity: ("x.test", text)).names {
            let found = try await bench.store.accounts(named: [name], of: bench.project)
            #expect(found.map { Array($0.id.text.utf8) } == [Array(text.utf8)])
        }
    }
    let removed = try await bench.store.delete(
        [try #require(LocalID(texts[0]))], onlyDisabled: false, of: bench.project)
    #expect(removed.deleted == [try #require(LocalID(texts[0]))])
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).count == 1)
}
