import AccountCore
import Testing
import VerificationCore

extension AccountPromises {
    /// What a caller who deletes accounts may rely on.
    package static let deleting = AccountPromises(
        to: "AccountStore, deleting",
        [
            AccountPromise("accounts go with their sessions and links, and unknown ids are no mistake", delete),
            AccountPromise("where only disabled accounts may go, the others stay and are named", onlyDisabled),
        ])
}

private func delete(_ bench: AccountBench) async throws {
    let sessions = [bench.session(), bench.session()]
    let ann = try await bench.add(
        try bench.account("ann", phone: "+14155550101", identity: ("x.test", "1")), with: sessions[0])
    let ben = try await bench.add(try bench.account("ben"), with: sessions[1])
    let unknown = try #require(LocalID("nobody"))
    let answer = try await bench.store.delete([ann.id, unknown], onlyDisabled: false, of: bench.project)
    #expect(answer.deleted == [ann.id] && answer.enabled.isEmpty)
    #expect(try await bench.store.accounts(named: Set(ann.names), of: bench.project).isEmpty)
    #expect(try await bench.refresh(sessions[0]) == .unknown)
    #expect(try await bench.refresh(sessions[1]).account?.id == ben.id)
    try await bench.add(ann)
    #expect(try await bench.refresh(sessions[0]) == .unknown, "a later account of this id has nothing of the earlier")
    let again = try await bench.store.delete([], onlyDisabled: false, of: bench.project)
    #expect(again.deleted.isEmpty && again.enabled.isEmpty)
    try await bench.store.deleteAll(of: bench.project)
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).isEmpty)
    #expect(try await bench.refresh(sessions[1]) == .unknown)
    try await bench.store.deleteAll(of: bench.project)
}

private func onlyDisabled(_ bench: AccountBench) async throws {
    var off = try bench.account("ann")
    off.isDisabled = true
    try await bench.add(off)
    let on = try await bench.add(try bench.account("ben"))
    try await bench.add(try bench.account("carl"))
    let ids: Set = [off.id, on.id, try #require(LocalID("nobody"))]
    let answer = try await bench.store.delete(ids, onlyDisabled: true, of: bench.project)
    #expect(answer.deleted == [off.id] && answer.enabled == [on.id])
    #expect(try await bench.store.accounts(after: nil, limit: 9, of: bench.project).map(\.id.text) == ["ben", "carl"])
}
