import Testing
import VerificationCore

/// Proves what an operator may rely on who looks at the outbox.
///
/// `bench`: of the same store, which is empty.
package func exerciseOutboxOverview(
    _ store: any EventOutbox, bench: StoreBench
) async throws {
    #expect(try await store.report(atMost: 10) == OutboxReport(waiting: [:], oldestAt: nil, isCapped: false))
    var bench = bench
    bench.tellsEvents = true
    let request = try await bench.verification(phone: "+491510001")
    _ = try await bench.verification(phone: "+491510002")
    let three = try await bench.check(request, isRight: true)
    #expect(three.isApproved)

    let report = try await store.report(atMost: 3)
    #expect(report.waiting == [request.app: 3] && report.count == 3 && !report.isCapped)
    let capped = try await store.report(atMost: 2)
    #expect(capped.count == 2 && capped.isCapped && capped.oldestAt == report.oldestAt)

    // While a relay has the events in hand, they still wait; what it hands over is the oldest first.
    _ = try await store.relay(atMost: 1) { events throws(QueueError) in
        #expect(events.map(\.at) == [report.oldestAt])
        // A failure of the store fails the expectation as well.
        let meanwhile = try? await store.report(atMost: 3)
        #expect(meanwhile == report)
    }
    let rest = try await store.report(atMost: 3)
    #expect(rest.count == 2 && !rest.isCapped && (rest.oldestAt ?? bench.now) >= (report.oldestAt ?? bench.now))
}
