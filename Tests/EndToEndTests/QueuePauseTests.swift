import Glibc
import StrictJSON
import Testing

/// An operator stops the flow of a queue while processes run, and lets it go on.
@Suite("a queue that an operator pauses", .serialized, .timeLimit(.minutes(10)))
struct QueuePauseTests {
    @Test("requests wait, callers who wait get their answer in time, and all are sent after the resume")
    func requests() async throws {
        try await withSite { site in
            let phones = Site.phones(21)
            let api = try await site.api().caller
            let worker = try await site.operatorCaller(of: try await site.worker())
            let said = try await site.run(["queues", "pause", "requests", "--reason", "the provider is down"])
            #expect(said["isNew"]?.bool == true)
            try await site.untilApplied("requests", by: 1)

            let waited = try await api.start(phones[0], wait: 1)
            #expect(waited.status == 202 && waited["status"] == "queued", "\(waited.text)")
            #expect(waited.took >= .seconds(1) && waited.took < .seconds(20))
            try await api.expectAccepted(Array(phones.dropFirst()))
            try await eventually("all wait in the queue") { try await site.waiting() == phones.count }
            #expect(site.ledger.calls.isEmpty)

            try await eventually("the worker says that it is paused") {
                let page = try await worker.page("/readyz")
                return page.status == 200 && page.body.contains(#""consuming":"paused""#)
            }
            let metrics = try await worker.page("/metrics").body
            #expect(metrics.contains("\nverifyd_queue_paused{queue=\"requests\"} 1\n"))
            #expect(metrics.contains("\nverifyd_queue_paused{queue=\"events\"} 0\n"))

            _ = try await site.run(["queues", "resume", "requests"])
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("each queue by itself: the list tells who paused it, why, and how many workers follow")
    func listed() async throws {
        try await withSite { site in
            _ = try await site.worker()
            _ = try await site.worker()
            let queues = ["requests", "receipts", "events"]
            for queue in queues {
                _ = try await site.run(["queues", "pause", queue, "--reason", "for \(queue)"])
                let again = try await site.run(["queues", "pause", queue, "--reason", "another"])
                #expect(again["isNew"]?.bool == false)
                #expect(again["pause"]?["reason"]?.string == "for \(queue)", "the first pause stands")
                try await site.untilApplied(queue, by: 2)
                let line = try await site.queue(queue)
                #expect(line?["consumers"]?.integer == 0)
                #expect(line?["pause"]?["by"]?.string?.isEmpty == false && line?["pause"]?["since"]?.string != nil)
            }
            let text = try await site.text(["queues", "list"])
            #expect(text.contains("PAUSED by") && text.contains(": for events; applied by 2 of 2"))
            #expect(!text.contains("no consumers"))
            for queue in queues {
                let resumed = try await site.run(["queues", "resume", queue, "--reason", "\(queue) may go"])
                #expect(resumed["wasPaused"]?.bool == true)
                try await eventually("both workers consume again") {
                    try await site.queue(queue)?["consumers"]?.integer == 2
                }
                #expect(try await site.queue(queue)?["isPaused"]?.bool == false)
            }
            let nothing = try await site.run(["queues", "resume", "events"])
            #expect(nothing["wasPaused"]?.bool == false)
            let lines = try #require(try await site.run(["audit", "list"]).array)
            let audit = lines.filter { $0["action"]?.string?.hasSuffix("-queue") == true }
            #expect(audit.count == 6, "who changes nothing leaves no line")
            #expect(audit.last?["action"]?.string == "pause-queue" && audit.last?["reason"]?.string == "for requests")
            #expect(audit.first?["action"]?.string == "resume-queue" && audit.first?["reason"] == "events may go")
            try await site.stop()
            try await eventually("the queue is without consumers, and not paused") {
                try await site.text(["queues", "list"]).contains("no consumers")
            }
            #expect(try await !site.text(["queues", "list"]).contains("PAUSED"))
        }
    }

    @Test("a worker that starts while the queue is paused takes nothing until the resume")
    func startedWhilePaused() async throws {
        try await withSite { site in
            let phones = Site.phones(10)
            _ = try await site.run(["queues", "pause", "requests", "--reason", "not yet"])
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            let worker = try await site.worker()
            try await worker.says("an operator has paused the queue", "queue", "requests")
            try await site.untilApplied("requests", by: 1)
            #expect(try await site.waiting() == phones.count)
            #expect(site.ledger.calls.isEmpty)
            _ = try await site.run(["queues", "resume", "requests"])
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("what workers have in hand is finished during the pause, and the rest waits for the resume")
    func inHand() async throws {
        try await withSite { site in
            let phones = Site.phones(100)
            site.ledger.answer(.hold)
            let worker = try await site.worker(prefetch: 10)
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            try await site.ledger.calls(atLeast: 10)
            _ = try await site.run(["queues", "pause", "requests", "--reason", "enough"])
            try await site.untilApplied("requests", by: 1)
            let busy = try #require(try await site.run(["workers", "list"]).array?.first)
            #expect(busy["state"]?.string == "paused" && busy["oldestAt"]?.string != nil)
            let held = try #require(busy["inHand"]?.integer)
            #expect(held >= 10 && held < phones.count)
            site.ledger.release()
            try await eventually("nothing is in hand") {
                try await site.run(["workers", "list"]).array?.first?["inHand"]?.integer == 0
            }
            let waiting = try await site.waiting()
            #expect(waiting + site.ledger.calls.count == phones.count, "what was in hand is sent, and the rest waits")
            #expect(waiting > 0 && !worker.hasEnded)
            _ = try await site.run(["queues", "resume", "requests"])
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("two workers under load, paused and resumed again and again: each request that was accepted is one SMS")
    func underLoad() async throws {
        try await withSite { site in
            let phones = Site.phones(3_000)
            _ = try await site.worker(prefetch: 100, settings: ["gateway.inFlight=20"])
            _ = try await site.worker(prefetch: 100, settings: ["gateway.inFlight=20"])
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            for round in 1...3 {
                try await site.ledger.calls(atLeast: min(round * 300, phones.count))
                _ = try await site.run(["queues", "pause", "requests", "--reason", "round \(round)"])
                // The last resume comes before the workers may have heard of the pause.
                if round < 3 { try await site.untilApplied("requests", by: 2) }
                _ = try await site.run(["queues", "resume", "requests"])
            }
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a worker that is told to stop while it is paused ends in order, with and without requests in hand")
    func stopWhilePaused() async throws {
        try await withSite { site in
            let phones = Site.phones(40)
            site.ledger.answer(.hold)
            let busy = try await site.worker(prefetch: 10)
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            try await site.ledger.calls(atLeast: 10)
            let idle = try await pausedWorker(site)
            try await site.untilApplied("requests", by: 2)
            try await idle.stop()
            busy.signal(SIGTERM)
            try await busy.says("worker stops taking requests")
            site.ledger.release()
            #expect(try await busy.exit() == .code(0), "\(busy.log)")
            #expect(try await site.run(["workers", "list"]).array?.count(where: { $0["isSilent"]?.bool == true }) == 0)

            _ = try await site.worker()
            _ = try await site.run(["queues", "resume", "requests"])
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    /// Pauses requests, and starts a worker.
    private func pausedWorker(_ site: Site) async throws -> ChildProcess {
        _ = try await site.run(["queues", "pause", "requests", "--reason", "before a stop"])
        return try await site.worker()
    }

    @Test("workers say who and where they are; who was killed falls silent, who ended in order is not listed")
    func workers() async throws {
        try await withSite { site in
            #expect(try await site.text(["workers", "list"]) == "no workers\n")
            let first = try await site.worker(prefetch: 7)
            let second = try await site.worker()
            // The first word of a worker may come before its first look at the database, and says that it is held up.
            try await eventually("both are heard, and take requests") {
                try await site.run(["workers", "list"]).array?.map { $0["state"]?.string } == [
                    "consuming", "consuming",
                ]
            }
            let lines = try #require(try await site.run(["workers", "list"]).array)
            #expect(Set(lines.compactMap { $0["processId"]?.integer }).count == 2)
            #expect(lines.contains { $0["prefetch"]?.integer == 7 })
            for line in lines {
                #expect(line["host"]?.string?.isEmpty == false && line["version"]?.string?.isEmpty == false)
                #expect(line["isSilent"]?.bool == false)
                #expect(line["inHand"]?.integer == 0 && line["oldestAt"] == nil)
            }
            try await second.stop()
            try await first.kill()
            try await eventually("one is silent, and the other gone") {
                try await site.run(["workers", "list"]).array?.map { $0["isSilent"]?.bool } == [true]
            }
            let text = try await site.text(["workers", "list"])
            #expect(text.contains("silent for ") && text.contains("was consuming"))
        }
    }
}

extension Site {
    /// The line of a queue in `verifyd queues list`, by its role.
    func queue(_ role: String) async throws -> JSONValue? {
        try await run(["queues", "list"]).array?.first { $0["name"]?.string == "\(prefix)verification.\(role)" }
    }

    /// Returns when so many workers, and all living workers, get nothing more from the queue.
    func untilApplied(_ role: String, by count: Int64) async throws {
        try await eventually("the pause of \(role) is applied by \(count)") {
            let pause = try await queue(role)?["pause"]
            return pause?["appliedBy"]?.integer == count && pause?["workers"]?.integer == count
        }
    }
}
