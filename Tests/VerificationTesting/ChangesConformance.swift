import Testing
import VerificationCore

/// Proves that a worker sends nothing by settings that somebody has changed.
///
/// - Parameters:
///   - store: holds the apps and decides the claims; nobody has changed anything in it.
///   - knowledge: what a worker knows of the store's changes.
///   - bench: claims at the store.
/// - Throws: what the store throws.
package func exerciseChanges(
    of store: any AppStore, known knowledge: any ChangeKnowledge, _ bench: StoreBench
) async throws {
    let (demo, other) = (try #require(AppID("demo")), try #require(AppID("other")))
    try await store.save(App(id: demo, displayName: "Demo"))
    await knowledge.catchUp()
    let first = knowledge.basis(for: demo)
    let (old, new) = (try bench.request(phone: "+491510001"), try bench.request(phone: "+491510002"))
    #expect(try await bench.claim(old, basis: ClaimBasis.none) == .outdated)
    #expect(try await bench.claim(old, basis: first).order?.tries == 1)

    // Two changes in a row, and a claim by each of the settings before.
    let gone = try bench.testNumber("+491510003")
    _ = try await store.save(gone, of: demo, limit: 10)
    let between = { () async -> ClaimBasis in
        await knowledge.catchUp()
        return knowledge.basis(for: demo)
    }
    let second = await between()
    #expect(try await store.removeTestNumber(gone.id, of: demo))
    let test = try bench.testNumber("+491510002")
    _ = try await store.save(test, of: demo, limit: 10)
    for basis in [ClaimBasis.none, first, second] {
        #expect(try await bench.claim(new, basis: basis) == .outdated)
        // Also a request on record: whoever claims it again might send it again.
        #expect(try await bench.claim(old, basis: basis) == .outdated)
    }
    let last = await between()
    let order = try #require(try await bench.claim(new, testNumber: test, basis: last).order)
    #expect(order.tries == 1 && order.code.isFixed, "nothing was kept of the claims before")

    // What one app changes costs another app nothing.
    try await store.save(App(id: other, displayName: "Other"))
    #expect(try await bench.claim(try bench.request(phone: "+491510004"), basis: last).order != nil)
}
