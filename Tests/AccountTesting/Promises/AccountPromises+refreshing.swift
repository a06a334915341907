import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who refreshes sessions may rely on.
    package static let refreshing = AccountPromises(
        to: "AccountStore, refreshing",
        [
            AccountPromise("a session goes on with the account as it is, and no other token opens it", refresh),
            AccountPromise("a session keeps what its custom token added", added),
            AccountPromise("a session that began before what its account's tokens are good for has ended", tooOld),
        ])
}

private func refresh(_ bench: AccountBench) async throws {
    let attempt = try bench.attempt("+14155550101")
    let (ann, _) = try await bench.signIn(attempt)
    try await bench.change(ann.id) { $0.displayName = .set("Ann") }
    for seconds in [3_600, 7_200] {
        let refresh = try await bench.refresh(attempt.session, at: bench.now + .seconds(seconds))
        let account = try #require(refresh.account)
        #expect(refresh == .refreshed(account, attempt.session) && account.displayName == "Ann")
        #expect(account.lastRefreshAt == bench.now + .seconds(seconds) && account.lastSignInAt == attempt.time)
        #expect(try await bench.account(ann.id) == account)
    }
    let hash = attempt.session.tokenHash
    for other in [[], [0], Array(hash.dropLast()), hash + [0], hash.reversed()] as [[UInt8]] {
        #expect(
            try await bench.store.refresh(
                RefreshAttempt(tokenHash: other, at: bench.now), of: bench.project) == .unknown)
    }
    #expect(
        try await bench.store.refresh(
            RefreshAttempt(tokenHash: hash, at: bench.now), of: bench.other) == .unknown)
}

private func added(_ bench: AccountBench) async throws {
    let began = bench.session(at: nil, SignInMethod(.custom))
    let session = RefreshSession(
        tokenHash: began.tokenHash, method: began.method, beganAt: began.beganAt,
        claims: try CustomClaims(#"{ "role":"cleaner", "ü":[1.50, null] }"#))
    let ann = try await bench.add(try bench.account("ann"), with: session)
    let refresh = try await bench.refresh(session)
    #expect(refresh == .refreshed(try #require(refresh.account), session) && refresh.account?.id == ann.id)
}

/// An import may leave an account whose sessions are older than its tokens may be.
private func tooOld(_ bench: AccountBench) async throws {
    let session = bench.session()
    var ann = try await bench.add(try bench.account("ann"), with: session)
    ann.validSince = bench.now + .seconds(1)
    _ = try await bench.store.replace([ann], of: bench.project)
    #expect(try await bench.refresh(session) == .ended)
    #expect(try await bench.account(ann.id) == ann)
}
