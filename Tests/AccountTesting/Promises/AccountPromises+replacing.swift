import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who imports accounts may rely on.
    package static let replacing = AccountPromises(
        to: "AccountStore, importing",
        [
            AccountPromise("an import adds accounts, and replaces whole accounts whose sessions stay", replace),
            AccountPromise("what is wrong is told by its place, and the others are saved", conflictsByPlace),
            AccountPromise("an import goes by the order of its accounts, and names may change hands in it", inOrder),
        ])
}

private func replace(_ bench: AccountBench) async throws {
    #expect(try await bench.store.replace([], of: bench.project).isEmpty)
    let session = bench.session()
    var ann = try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("x.test", "1"))
    (ann.displayName, ann.passwordHash) = ("Ann", "hash")
    try await bench.add(ann, with: session)
    var new = try bench.account("ann", email: "new@shop.test", identity: ("y.test", "2"))
    new.customClaims = try CustomClaims("{}")
    let others = try (0..<600).map { number in
        try bench.account("user \(number)", phone: "+1415556\(number)", identity: ("x.test", "u\(number)"))
    }
    #expect(try await bench.store.replace([new] + others, of: bench.project).isEmpty)
    #expect(try await bench.account(ann.id) == new)
    let all = try await bench.store.accounts(after: nil, limit: 1_000, of: bench.project)
    #expect(all.count == 601 && Set(all) == Set([new] + others))
    #expect(try await bench.refresh(session).account?.email == "new@shop.test")
    try await bench.add(try bench.account("ben", phone: ann.phone, email: ann.email, identity: ("x.test", "1")))
}

private func conflictsByPlace(_ bench: AccountBench) async throws {
    let ann = try await bench.add(
        try bench.account("ann", phone: "+14155550101", email: "ann@shop.test", identity: ("x.test", "1")))
    let drafts = [
        try bench.account("ben", phone: ann.phone), try bench.account("carl", email: "ANN@shop.test"),
        try bench.account("dora", phone: "+14155550104"), try bench.account("emil", identity: ("x.test", "1")),
        try bench.account("fay", phone: "+14155550104"), try bench.account("gus", phone: "+14155550107"),
    ]
    let conflicts = try await bench.store.replace(drafts, of: bench.project)
    #expect(conflicts.map(\.index) == [0, 1, 3, 4])
    #expect(conflicts.map(\.conflict) == [.phone, .email, .identity, .phone])
    let left = try await bench.store.accounts(after: nil, limit: 9, of: bench.project)
    #expect(left == [ann, drafts[2], drafts[5]])
}

private func inOrder(_ bench: AccountBench) async throws {
    let (one, two) = ("+14155550101", "+14155550102")
    try await bench.add(try bench.account("ann", phone: one, identity: ("x.test", "1")))
    try await bench.add(try bench.account("ben", phone: two, identity: ("x.test", "2")))
    let early = try await bench.store.replace(
        [
            try bench.account("ben", phone: one),
            try bench.account("ann", phone: one, identity: ("x.test", "1")),
        ], of: bench.project)
    #expect(early.map(\.index) == [0], "its owner keeps the number")
    let swapped = try await bench.store.replace(
        [
            try bench.account("ann"), try bench.account("ben", phone: one, identity: ("x.test", "1")),
            try bench.account("ann", phone: two, identity: ("x.test", "2")),
        ], of: bench.project)
    #expect(swapped.isEmpty)
    let found = try await bench.store.accounts(after: nil, limit: 9, of: bench.project)
    #expect(found.map(\.phone) == [two, one] && found.map { $0.links.map(\.rawID) } == [["2"], ["1"]])
}
