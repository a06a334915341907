import AMQP
import Glibc
import RequestQueue
import StrictJSON
import Testing
import VerificationCore

/// Broker or worker stands still for longer than a heartbeat, with deliveries on their way that the broker waits for.
@Suite("a silence longer than a heartbeat", .serialized, .timeLimit(.minutes(5)))
struct HeartbeatFaultTests {
    enum Silence: Sendable, CaseIterable {
        /// The workers suspect the broker, and go on with it on the same connections.
        case suspected
        /// The workers give their connections up.
        case believed
    }

    @Test(
        "of the broker leaves no delivery stuck on its way to the ladder or to the dead; the same workers serve all",
        arguments: Silence.allCases)
    func broker(_ silence: Silence) async throws {
        try await withSite { site in
            let (patient, hasty) = (Site.phones(160)[..<100], Site.phones(160)[100...])
            site.ledger.answer(.hold)
            // Each has its hands full, so a delivery that is stuck is a place less for the next.
            var workers: [ChildProcess] = []
            for (phones, tries) in [(patient, 6), (hasty, 1)] {
                workers.append(try await site.worker(gatewayDeadline: "60s", prefetch: phones.count, tries: tries))
                try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
                try await site.ledger.calls(atLeast: phones.endIndex)
            }
            try await ServiceControl.under(.freezeBroker, healedBy: .thawBroker) {
                site.ledger.release(503)
                for worker in workers { try await worker.notices(silence) }
                // Each delivery is tried once more meanwhile.
                try await giveUp(after: .seconds(3), on: site)
                site.ledger.answer(.status(200))
            }
            try await expectAllServed(site, again: Array(patient), failed: Array(hasty))
            try await eventually("all requests are settled") { try await site.isQuiet() }
            // A copy that was not confirmed may be there several times. After a new connection there need be none: the
            // broker hands out the original, and it is on record that it has failed.
            let dead = try await site.takeDead(0).map(\.messageID)
            #expect(Set(dead).count == hasty.count || silence == .believed)
            try await site.expectDrained()
        }
    }

    @Test("of a worker leaves no delivery stuck: the broker takes all back, and the worker serves them when it thaws")
    func worker() async throws {
        try await withSite { site in
            let phones = Site.phones(100)
            site.ledger.answer(.hold)
            let worker = try await site.worker(gatewayDeadline: "60s", prefetch: phones.count)
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            try await site.ledger.calls(atLeast: phones.count)
            try await worker.freeze()
            site.ledger.release(503)
            try await eventually("the broker has all back") { try await site.waiting() == phones.count }
            site.ledger.answer(.status(200))
            worker.signal(SIGCONT)
            try await expectAllServed(site, again: phones, failed: [])
            try await site.expectDrained()
        }
    }

    /// Asks a frozen broker something for so long.
    private func giveUp(after limit: Duration, on site: Site) async throws {
        var broker = site.broker
        broker.handshakeDeadline = limit
        let client = AMQPClient(broker)
        await #expect(throws: AMQPError.self) { try await client.inspect(queue: site.topology.dead) }
        await client.close()
    }

    /// Of those whose call was refused in the end, which the ledger counts, some are called once more; and so are phones
    /// that come now.
    private func expectAllServed(_ site: Site, again: [String], failed: [String]) async throws {
        let late = Array(Site.phones(210).suffix(50))
        try await site.publish(late.map { Site.request(Site.makeID(), $0) })
        let sms = again + again + failed + late
        try await site.ledger.sms(atLeast: sms.count)
        try await eventually("all have their outcome") {
            try await site.messages().allSatisfy { $0.stage == "ended" }
        }
        #expect(site.ledger.hasOneSMS(for: sms))
        let statuses = try await site.verificationStatuses()
        #expect(statuses["pending"] == again.count + late.count && statuses["failed", default: 0] == failed.count)
    }
}

extension ChildProcess {
    /// Waits until a worker has noticed that nothing comes from the broker where requests come from.
    fileprivate func notices(_ silence: HeartbeatFaultTests.Silence) async throws {
        try await says("no connection to the broker") { metadata in
            let isSuspicion = metadata?["error"]?.string?.contains("nothing was heard") == true
            return metadata?["connection"]?.string == "consuming" && isSuspicion == (silence == .suspected)
        }
    }
}
