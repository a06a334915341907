import StrictJSON
import Testing

/// The database is away while a queue is paused.
@Suite("a paused queue while the database is away", .serialized, .timeLimit(.minutes(10)))
struct QueuePauseFaultTests {
    @Test("a worker keeps what it last knew while the database is away")
    func withoutDatabase() async throws {
        try await withSite { site in
            let phones = Site.phones(10)
            let worker = try await site.worker()
            _ = try await site.run(["queues", "pause", "requests", "--reason", "before an outage"])
            try await site.untilApplied("requests", by: 1)
            try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
                let admin = try await site.operatorCaller(of: worker)
                try await eventually("it has noticed") { try await admin.page("/readyz").body.contains("failed") }
                let page = try await admin.page("/readyz")
                #expect(page.status == 200 && page.body.contains(#""consuming":"paused""#))
                #expect(try await site.waiting() == phones.count)
            }
            try await eventually("the worker is heard again") {
                try await site.queue("requests")?["pause"]?["appliedBy"]?.integer == 1
            }
            #expect(try await site.waiting() == phones.count && site.ledger.calls.isEmpty)
            _ = try await site.run(["queues", "resume", "requests"])
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }
}
