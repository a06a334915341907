import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who changes the keys of secrets may rely on.
    package static let resealing = AccountPromises(
        to: "AccountStore, resealing",
        [
            AccountPromise("secrets move to the current key, and keep what else their accounts have", reseal),
            AccountPromise("every account with factors has its turn, however many there are", resealMany),
        ])
}

/// A ring whose current key is the first of these.
private func ring(_ numbers: UInt8...) throws -> KeyRing {
    try KeyRing(
        numbers.map { "k\($0):\(Base64.encodeForURL(Array(repeating: $0, count: 32)))" }.joined(separator: ","))
}

/// An authenticator app of an account.
private func app(
    of account: String, _ project: ProjectID, _ bench: AccountBench, by ring: KeyRing
) throws -> SecondFactor {
    let purpose = TOTPFactor.purpose(of: project, try #require(LocalID(account)))
    let secret = try #require(ring.seal(Array(1...20), for: purpose))
    let wrong = TOTPFactor(secret: secret, usedStep: 7)
        .check("000000", at: bench.now, adjacentSteps: 0, secret: Array(1...20))
    guard case .wrong(let tried) = wrong else { throw StoreError.broken("the code is right by chance") }
    return SecondFactor("app of \(account)", kind: .totp(tried), displayName: "Ann's", enrolledAt: bench.now)
}

private func reseal(_ bench: AccountBench) async throws {
    let (old, both, new, third) = (try ring(1), try ring(2, 1), try ring(2), try ring(3))
    let phone = SecondFactor("phone", kind: .phone("+14155550109"), enrolledAt: bench.now)
    var ann = try bench.account("ann", phone: "+14155550101", identity: ("x.test", "1"))
    ann.factors = [phone, try app(of: "ann", bench.project, bench, by: old)]
    // Sealed for another account, for another ring, and under the current key.
    var (ben, carl, dora) = (try bench.account("ben"), try bench.account("carl"), try bench.account("dora"))
    ben.factors = [try app(of: "ann", bench.project, bench, by: old)]
    carl.factors = [try app(of: "carl", bench.project, bench, by: third), phone]
    dora.factors = [try app(of: "dora", bench.project, bench, by: new)]
    let emil = try bench.account("emil", phone: "+14155550102")
    for account in [ann, ben, carl, dora, emil] { try await bench.add(account) }
    var other = try bench.account("ann")
    other.factors = [try app(of: "ann", bench.other, bench, by: old)]
    #expect(try await bench.store.add(other, with: nil, to: bench.other) == nil)
    let session = bench.session()
    try await bench.change(ann.id, with: session) { _ in }
    ann = session.begun(by: ann)

    for resealed in [2, 0] {
        let count = try await bench.store.resealFactors(by: both)
        #expect(count.resealed == resealed && count.locked == 2)
    }
    for account in [ben, carl, dora, emil] { #expect(try await bench.account(account.id) == account) }
    let found = try await bench.store.accounts(named: [.id(other.id)], of: bench.other).first
    for (kept, account, project) in [
        (try await bench.account(ann.id), ann, bench.project), (found, other, bench.other),
    ] {
        let kept = try #require(kept)
        guard case .totp(let old) = account.factors.last?.kind, case .totp(let new) = kept.factors.last?.kind else {
            throw StoreError.broken("a factor is gone")
        }
        #expect(new.secret.keyName == "k2" && new.wrongTries == old.wrongTries && new.wrongTries != SlotCounts())
        let purpose = TOTPFactor.purpose(of: project, account.id)
        #expect(try ring(2).open(new.secret, for: purpose) == Array(1...20))
        var expected = account
        expected.factors[expected.factors.count - 1].kind = .totp(new)
        #expect(kept == expected)
    }
    #expect(try await bench.refresh(session).account?.id == ann.id)
    for project in [bench.project, bench.other] { try await bench.store.deleteAll(of: project) }
}

private func resealMany(_ bench: AccountBench) async throws {
    let (old, both) = (try ring(1), try ring(2, 1))
    // More than a store reads at once.
    let accounts = try (0..<501).map { number in
        var account = try bench.account("user \(number)")
        account.factors = [try app(of: "user \(number)", bench.project, bench, by: old)]
        return account
    }
    #expect(try await bench.store.replace(accounts, of: bench.project).isEmpty)
    for resealed in [501, 0] {
        let count = try await bench.store.resealFactors(by: both)
        #expect(count.resealed == resealed && count.locked == 0)
    }
    try await bench.store.deleteAll(of: bench.project)
}
