import Testing
import VerificationCore

func byReason(_ bench: StoreBench) async throws {
    let delivered = try await bench.verification(phone: "+491520001")
    let lost = try bench.request(phone: "+491520002")
    let lostOrder = try await bench.send(lost)
    var areSaved = [
        try await bench.record(
            .accepted(gatewayID: "SM-1"), of: lostOrder, lost, gateway: "north", reportsDelivery: true,
            calls: [bench.refusal("error-30007", by: "south")])
    ]
    let receipt = DeliveryReceipt(gatewayID: "SM-1", status: .undelivered, reason: "error-30003")
    _ = try await bench.store.noteAll([GatewayReceipt(gateway: "north", receipt: receipt)])
    let failed = try bench.request(phone: "+491520003")
    areSaved.append(
        try await bench.record(.failed(reason: "error-21211"), of: try await bench.send(failed), failed))
    #expect(areSaved == [true, true])
    let late = try bench.request(phone: "+491520004", deadline: .seconds(-3_600))
    #expect(try await bench.claim(late).order == nil)
    let left = try bench.request(phone: "+491520005")
    _ = try await bench.send(left, lease: .zero)

    let cases: [(VerificationFilter, [VerificationRequest])] = [
        (VerificationFilter(message: .undelivered), [lost]), (VerificationFilter(message: .delivered), []),
        (VerificationFilter(message: .accepted), [delivered]), (VerificationFilter(message: .failed), [failed]),
        (VerificationFilter(message: .unknown), [left]), (VerificationFilter(reason: "lease-ended"), [left]),
        (VerificationFilter(reason: "error-30003"), [lost]), (VerificationFilter(reason: "error-21211"), [failed]),
        (VerificationFilter(reason: "error-30007"), [lost]), (VerificationFilter(reason: "deadline"), [late]),
        (VerificationFilter(gateway: "north", reason: "error-30003", message: .undelivered), [lost]),
        // The other gateway refused it for another reason.
        (VerificationFilter(gateway: "south", reason: "error-30003"), []),
        (VerificationFilter(gateway: "south", reason: "error-30007"), [lost]),
        (VerificationFilter(gateway: "north", reason: "error-30007"), []),
        // A reason of the verification alone is not a message's.
        (VerificationFilter(reason: "deadline", message: .failed), []),
        (VerificationFilter(status: .pending, reason: "error-21211"), []),
        (VerificationFilter(reason: "error-3000"), []),
    ]
    for (filter, fitting) in cases {
        let page = try await bench.store.verifications(matching: filter, before: nil, limit: 10)
        #expect(page.records.map(\.id) == fitting.map(\.id), "\(filter)")
        for record in page.records { #expect(filter.fits(record), "\(filter)") }
    }
}

extension StoreBench {
    fileprivate func refusal(_ reason: String, by gateway: String) -> CallReport {
        CallReport(gateway: gateway, outcome: .refused, reason: reason, endedAt: now, milliseconds: 12)
    }
}
