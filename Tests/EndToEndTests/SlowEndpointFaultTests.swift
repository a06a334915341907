import AMQP
import Foundation
import Queue
import Testing
import VerificationCore

/// The endpoint of one app takes every event, but late, and has thousands of events to take.
@Suite("a slow endpoint with a backlog", .serialized, .timeLimit(.minutes(10)))
struct SlowEndpointFaultTests {
    private static let backlog = 4_000
    /// Those of production; the short pauses of other tests would bring the backlog back every second.
    private static let pauses = EventSchedule()

    /// `latency`: below and above what counts as failing.
    @Test("delays no other app's event by two seconds, and the backlog does not circle", arguments: [3_000, 8_000])
    func backlog(latency: Int64) async throws {
        try await withSite { site in
            try await withReceiver { slow in
                try await withReceiver { fast in
                    _ = try await site.addApp("fast")
                    _ = try await site.run(["apps", "events", Site.app, "--url", slow.url])
                    _ = try await site.run(["apps", "events", "fast", "--url", fast.url])
                    slow.behave(.late(latency))
                    let worker = try await site.worker(settings: ["events.pauses=5s,30s,2m,10m,1h"])
                    try await publish(Self.backlog, of: Site.app, on: site)
                    try await slow.calls("the slow endpoint is called") { !$0.isEmpty }
                    // While the backlog leaves for the first time, and when the first of it comes back.
                    for round in 1...12 {
                        try await publish(1, of: "fast", on: site)
                        let begin = ContinuousClock.now
                        try await fast.calls("another app's event") { $0.count == round }
                        #expect(ContinuousClock.now - begin < .seconds(2), "round \(round)")
                    }
                    try await eventually("the backlog has left the worker") { try await isPutOff(site) }
                    #expect(slow.calls.count < Self.backlog / 4)
                    try await worker.stop()
                    try await deleteQueues(of: site)
                }
            }
        }
    }

    /// Publishes events side by side, as a busy relay does.
    private func publish(_ count: Int, of app: String, on site: Site) async throws {
        let app = try #require(AppID(app))
        let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        let messages = (0..<count).map { _ in
            let event = AppEvent(
                app: app, verification: Site.makeID(), sequence: 1, kind: .sent, status: .pending, at: now)
            return AMQPMessage(
                body: EventCodec.encode(event), contentType: EventCodec.contentType, type: EventCodec.messageType)
        }
        let size = max(1, count / 40)
        _ = try await atOnce(min(count, 40)) { part in
            try await site.publish(
                Array(messages[part * size..<(part + 1) * size]), to: site.topology.exchange,
                routingKey: QueueTopology.eventKey)
        }
    }

    /// Whether nearly all of the backlog waits, and hardly any of it in front of other apps' events.
    private func isPutOff(_ site: Site) async throws -> Bool {
        let ready = try await site.queues.inspect(queue: site.topology.events)?.messages ?? 0
        var waiting = 0
        for delay in Self.pauses.retrySchedule.delays {
            waiting += try await site.queues.inspect(queue: site.topology.eventRetryQueue(for: delay))?.messages ?? 0
        }
        return ready < 100 && waiting > Self.backlog / 2
    }

    /// The site itself deletes the queues of its own pauses only.
    private func deleteQueues(of site: Site) async throws {
        for delay in Self.pauses.retrySchedule.delays {
            try await site.queues.delete(queue: site.topology.eventRetryQueue(for: delay))
        }
    }
}
