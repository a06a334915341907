import Testing
import VerificationCore

extension PortPromises {
    /// What a caller who looks for verifications by the names of other systems may rely on.
    package static let finding = PortPromises(
        to: "VerificationFinder",
        [
            StorePromise("a trace leads to the verifications of its requests, newest first, in any app", byTrace),
            StorePromise("a request that joins a verification leads to it by its own trace", byTraceOfJoining),
            StorePromise("a gateway's id leads to its message's verification, and not to an erased one", byGatewayID),
        ])
}

private let traces = (1...3).map { TraceID(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4700 + $0) }

func byTrace(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for (number, app) in ["demo", "other", "demo"].enumerated() {
        let request = try bench.request(phone: "+49151000\(number)", app: app)
        _ = try await bench.send(request, trace: traces[0])
        mine.append(request)
    }
    _ = try await bench.send(try bench.request(phone: "+491510009"), trace: traces[1])
    _ = try await bench.send(try bench.request(phone: "+491510008"))
    let found = try await bench.store.verifications(inTrace: traces[0], limit: 10)
    #expect(found.map(\.id) == mine.reversed().map(\.id))
    for (request, report) in zip(mine.reversed(), found) { #expect(try await bench.report(request) == report) }
    let two = try await bench.store.verifications(inTrace: traces[0], limit: 2)
    #expect(two == Array(found.prefix(2)))
    #expect(try await bench.store.verifications(inTrace: traces[2], limit: 10).isEmpty)
    #expect(try await bench.store.verifications(inTrace: TraceID(high: 0, low: 0), limit: 10).isEmpty)

    #expect(try await bench.store.erase(mine[1].phone.e164, of: [mine[1].app]) == 1)
    let left = try await bench.store.verifications(inTrace: traces[0], limit: 10)
    #expect(left.map(\.id) == [mine[2].id, mine[0].id])
}

func byTraceOfJoining(_ bench: StoreBench) async throws {
    let first = try bench.request()
    _ = try await bench.send(first, trace: traces[0])
    // A redelivery of a request that is on record changes nothing about its trace.
    #expect(try await bench.claim(first, trace: traces[2]).order == nil)
    for _ in 0..<2 { #expect(try await bench.claim(try bench.request(), trace: traces[1]).order == nil) }
    for (trace, ids) in zip(traces, [[first.id], [first.id], []]) {
        #expect(try await bench.store.verifications(inTrace: trace, limit: 10).map(\.id) == ids)
    }
}

func byGatewayID(_ bench: StoreBench) async throws {
    var mine: [VerificationRequest] = []
    for (number, gateway) in ["north", "south", "north"].enumerated() {
        let request = try bench.request(phone: "+49151000\(number)", app: number == 1 ? "other" : "demo")
        let order = try await bench.send(request)
        let id = number == 2 ? "SM-8" : "SM-7"
        let isSaved = try await bench.record(
            .accepted(gatewayID: id), of: order, request, gateway: gateway, reportsDelivery: true)
        #expect(isSaved)
        mine.append(request)
    }
    // A receipt may come before its message's record; it leads nowhere yet.
    let early = DeliveryReceipt(gatewayID: "SM-9", status: .delivered, reason: nil)
    _ = try await bench.store.note([GatewayReceipt(gateway: "north", receipt: early)])
    for (id, found) in [("SM-7", [mine[1], mine[0]]), ("SM-8", [mine[2]]), ("SM-9", []), ("SM", []), ("", [])] {
        #expect(try await bench.store.verifications(withGatewayID: id, limit: 10).map(\.id) == found.map(\.id))
    }
    #expect(try await bench.store.verifications(withGatewayID: "SM-7", limit: 1).map(\.id) == [mine[1].id])
    #expect(try await bench.store.verifications(withGatewayID: "SM\u{0}7", limit: 10).isEmpty)
    let report = try await bench.store.verifications(withGatewayID: "SM-8", limit: 10).first
    #expect(try await bench.report(mine[2]) == report)

    #expect(try await bench.store.erase(mine[0].phone.e164, of: [mine[0].app]) == 1)
    #expect(try await bench.store.verifications(withGatewayID: "SM-7", limit: 10).map(\.id) == [mine[1].id])
}
