import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who waits for news of a verification may rely on.
    package static let stamps = PortPromises(
        to: "VerificationStore, stamps",
        [
            StorePromise(
                "what is new about a verification changes its stamp under every id, and nothing else does", changed)
        ])
}

func changed(_ bench: StoreBench) async throws {
    let store = bench.store
    let (first, second) = (try bench.request(), try bench.request())
    let other = try bench.request(phone: "+491510002")
    let ids = [first.id, second.id, other.id]
    #expect(try await store.stamps(of: ids).isEmpty)
    let order = try await bench.send(first)
    #expect(try await bench.claim(second).joined?.verification == first.id)
    _ = try await bench.send(other)
    let sending = try await store.stamps(of: ids)
    #expect(Set(sending.keys) == Set(ids) && sending[first.id] == sending[second.id])
    #expect(try await store.stamps(of: ids) == sending)

    #expect(try await bench.record(.accepted(gatewayID: nil), of: order, first))
    let accepted = try await store.stamps(of: ids)
    #expect(accepted[first.id] != sending[first.id] && accepted[first.id] == accepted[second.id])
    #expect(accepted[other.id] == sending[other.id])
    _ = try await bench.store.cancel(second.id, of: first.app, tellsEvents: false)
    let canceled = try await store.stamps(of: ids)
    #expect(canceled[first.id] != accepted[first.id] && canceled[first.id] == canceled[second.id])
    #expect(try await store.stamps(of: []).isEmpty)
}
