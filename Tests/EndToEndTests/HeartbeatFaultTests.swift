import AMQP
import Glibc
import Queue
import StrictJSON
import Testing
import VerificationCore

/// Broker or worker freezes for longer than a heartbeat, while the broker waits for the end of deliveries.
@Suite("a silence longer than a heartbeat", .serialized, .timeLimit(.minutes(10)))
struct HeartbeatFaultTests {
    enum Silence: Sendable, CaseIterable {
        /// The workers suspect the broker, but keep their connections to it.
        case suspected
        /// The workers give their connections up.
        case believed
    }

    @Test(
        "of the broker leaves no delivery stuck on its way to a retry queue or to the dead-letter queue; the same workers serve all",
        arguments: Silence.allCases)
    func broker(_ silence: Silence) async throws {
        try await withSite { site in
            let (patient, hasty) = (Site.phones(160)[..<100], Site.phones(160)[100...])
            site.ledger.answer(.hold)
            // Each worker has taken all it may, so a delivery that is stuck takes a place from the next delivery.
            var workers: [ChildProcess] = []
            for (phones, tries) in [(patient, 6), (hasty, 1)] {
                workers.append(try await site.worker(gatewayDeadline: "60s", prefetch: phones.count, tries: tries))
                try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
                try await site.ledger.calls(atLeast: phones.endIndex)
            }
            try await ServiceControl.under(.freezeBroker, healedBy: .thawBroker) {
                site.ledger.release(429)
                for worker in workers { try await worker.notices(silence) }
                // Each delivery is tried once more meanwhile.
                try await giveUp(after: .seconds(3), on: site)
                site.ledger.answer(.status(200))
            }
            try await expectAllServed(site, again: Array(patient), failed: Array(hasty))
            try await eventually("all requests are settled") { try await site.isQuiet() }
            // A copy that the broker did not confirm may be there several times. After a new connection there may be no
            // copy at all: the broker hands out the original, and the record says that it has failed.
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
            site.ledger.release(429)
            try await eventually("the broker has all back") { try await site.waiting() == phones.count }
            site.ledger.answer(.status(200))
            worker.signal(SIGCONT)
            try await expectAllServed(site, again: phones, failed: [])
            try await site.expectDrained()
        }
    }

    /// Asks the frozen broker something, and gives up after `limit`.
    private func giveUp(after limit: Duration, on site: Site) async throws {
        var broker = site.broker
        broker.handshakeDeadline = limit
        let client = AMQPClient(broker)
        await #expect(throws: AMQPError.self) { try await client.inspect(queue: site.topology.dead) }
        await client.close()
    }

    /// Expects a second call for each phone in `again`, no second call for `failed`, and a call for phones that ask
    /// now.
    ///
    /// The ledger also counts the first calls, which it held and refused in the end.
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
    /// Waits until a worker has noticed the broker's silence on the connection on which requests come.
    fileprivate func notices(_ silence: HeartbeatFaultTests.Silence) async throws {
        try await says("no connection to the broker") { metadata in
            let isSuspicion = metadata?["error"]?.string?.contains("nothing was heard") == true
            return metadata?["connection"]?.string == "consuming" && isSuspicion == (silence == .suspected)
        }
    }
}
