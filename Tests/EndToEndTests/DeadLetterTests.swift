import AMQP
import Foundation
import Queue
import StrictJSON
import Testing
import VerificationCore

/// Dead letters, and what an operator does with them.
@Suite("dead letters", .serialized, .timeLimit(.minutes(10)))
struct DeadLetterTests {
    @Test("a gateway that stays away ends in a dead letter with the reason, the first error and the last")
    func outOfTries() async throws {
        try await withSite(gatewayIsOpen: false) { site in
            let worker = try await site.worker(tries: 3)
            try await site.publish([Site.request(Site.makeID(), Site.phones(1)[0])])
            let headers = try #require(try await site.takeDead(1).first).headers
            #expect(headers[MessageHeader.reason] == "out-of-tries")
            #expect(headers[MessageHeader.firstError]?.stringValue?.isEmpty == false)
            #expect(headers[MessageHeader.firstError] == headers[MessageHeader.lastError])
            #expect(headers[MessageHeader.lastError] == headers[MessageHeader.detail])
            let admin = try await site.operatorCaller(of: worker)
            try await eventually("the worker has counted it") {
                try await admin.page("/metrics").body.contains(#"verifyd_dead_letters_total{reason="out-of-tries"} 1"#)
            }
            try await site.expectDrained()
            #expect(site.ledger.sms.isEmpty)
        }
    }

    @Test("a replay of many old requests ends them all as expired, and sends nothing")
    func replayOfOldRequests() async throws {
        try await withSite { site in
            let count = 300
            try await site.deadLetter(Site.phones(count).map { Site.request(Site.makeID(secondsAgo: 7_200), $0) })
            let some = try await site.replay(["dead", "--limit", "100"])
            #expect(some.wasInterrupted || some.replayed == 100)
            #expect(some.wasInterrupted || some.left == 200)
            try await eventually("so many are back") {
                let waiting = try await site.waiting()
                return waiting == 100 || some.wasInterrupted && waiting > 100
            }
            let none = try await site.replay(["--only", "too-large"])
            #expect(none.replayed == 0)
            _ = try await site.worker()
            let rest = try await site.replay(["--only", "out-of-tries"])
            #expect(some.wasInterrupted || rest.wasInterrupted || rest.replayed == 200)
            #expect(rest.left == 0)
            try await site.expectDrained()
            #expect(try await site.verificationStatuses() == ["expired": count])
            #expect(site.ledger.calls.isEmpty)
        }
    }

    @Test(
        "what a worker dead-lettered because its app was missing is served after a replay: sent if it is in time, expired if not"
    )
    func replayWhenTheAppIsThere() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            _ = try await site.worker()
            let late = Site.request(Site.makeID(secondsAgo: 7_200), phones[0], app: "shop")
            try await site.publish([late, Site.request(Site.makeID(), phones[1], app: "shop")])
            try await eventually("both are dead-lettered") { try await site.dead() == 2 }
            _ = try await site.addApp("shop")
            // A worker that does not know the app yet puts both messages aside once more.
            try await eventually("both are served") {
                _ = try await site.replay(["--only", "unknown-app"])
                return try await site.verificationStatuses() == ["expired": 1, "pending": 1]
            }
            try await site.ledger.sms(atLeast: 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phones[1]]))
        }
    }

    @Test("a request that is replayed in time is sent, once, also from two copies or with headers nobody could send on")
    func replayInTime() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            let request = Site.request(Site.makeID(), phones[0])
            try await site.deadLetter([request, request])
            var heavy = ForeignMessage.request(phones[1])
            heavy.headers = ["filling": .string(String(repeating: "x", count: 90_000))]
            try await PythonProducer.publish([heavy], to: "", routingKey: site.topology.dead)
            _ = try await site.worker()
            let replay = try await site.replay()
            #expect(replay.wasInterrupted || replay.replayed == 3)
            try await site.ledger.sms(atLeast: 2)
            try await site.expectDrainedInTheEnd()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a replay that is killed in the middle loses nothing")
    func killedReplay() async throws {
        try await withSite { site in
            let requests = Site.phones(500).map { Site.request(Site.makeID(secondsAgo: 7_200), $0) }
            try await site.deadLetter(requests)
            let replay = try site.start(["queues", "replay"])
            try await eventually("the replay has begun") { try await self.waitingOrDone(site, replay) }
            try await replay.kill()
            // The broker takes back the messages that the replay held, as soon as it notices the replay's end.
            try await eventually("nobody holds a message") {
                try await site.dead() + site.waiting() >= requests.count
            }
            _ = try await site.replay()
            _ = try await site.worker()
            try await site.expectDrained()
            #expect(try await site.verificationStatuses() == ["expired": requests.count])
            #expect(site.ledger.calls.isEmpty)
        }
    }

    private func waitingOrDone(_ site: Site, _ replay: ChildProcess) async throws -> Bool {
        if replay.hasEnded { return true }
        return try await site.waiting() > 0
    }

    @Test("a dead letter is listed, shown and replayed by its id, with a masked number, and the audit names it")
    func single() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            try await site.deadLetter(phones.map { Site.request(Site.makeID(secondsAgo: 7_200), $0) })
            let list = try await site.run(["dead", "list"])
            let letters = try #require(list["letters"]?.array)
            #expect(list["present"] == 2 && letters.map { $0["reason"] } == ["out-of-tries", "out-of-tries"])
            let text = try await site.text(["dead", "list"])
            #expect(!phones.contains { text.contains($0.dropFirst(4)) || "\(list)".contains($0.dropFirst(4)) })
            let id = try #require(letters[1]["id"]?.string)
            #expect(try await site.run(["dead", "show", id]) == letters[1])
            let plan = try await site.run(["dead", "replay", id, "--dry-run"])
            #expect(plan["dryRun"] == true && plan["wouldReplay"] == 1 && plan["expired"] == 1)
            #expect(try await site.dead() == 2)
            #expect(try await site.run(["dead", "replay", id, "--reason", "mended"])["replayed"] == 1)
            #expect(try await site.dead() == 1)
            #expect(try await site.waiting() == 1)
            let audit = try await site.run(["audit", "list"]).array?.first
            #expect(audit?["subject"]?.string == "dead letter \(id): moved" && audit?["reason"] == "mended")
        }
    }

    @Test("an operator sees every queue, and drops what is dead only by saying so twice")
    func listAndPurge() async throws {
        try await withSite { site in
            let undeclared = try #require(try await site.run(["queues", "list"]).array)
            #expect(undeclared.compactMap { $0["exists"]?.bool } == site.topology.queues.map { _ in false })
            try await site.deadLetter([Site.request(Site.makeID(), Site.phones(1)[0])])
            _ = try await site.worker()
            let queues = try #require(try await site.run(["queues", "list"]).array)
            #expect(queues.compactMap { $0["name"]?.string } == site.topology.queues)
            #expect(queues.first?["consumers"]?.integer == 1)
            #expect(queues.last?["messages"]?.integer == 1)
            let withReasons = try #require(try await site.run(["queues", "list", "--reasons"]).array)
            #expect(withReasons.last?["reasons"]?["out-of-tries"]?.integer == 1)
            #expect(withReasons.last?["kinds"]?["requests"]?.integer == 1)
            try await eventually("what was looked at is back") { try await site.dead() == 1 }

            let hasty = try site.start(["queues", "purge", "dead"])
            #expect(try await hasty.exit() == .code(64), "nothing was done")
            let plan = try await site.text(["queues", "purge", "dead", "--dry-run"])
            #expect(plan == "would drop 1 message for good\n")
            await #expect(throws: ChildProcess.Ended.self) {
                try await site.run(["queues", "purge", "requests", "--yes"])
            }
            #expect(try await site.dead() == 1)
            #expect(try await site.run(["queues", "purge", "dead", "--yes"])["purged"]?.integer == 1)
            #expect(try await site.run(["queues", "purge", "dead", "--yes"])["purged"]?.integer == 0)
            try await site.expectDrained()
            #expect(site.ledger.calls.isEmpty)
        }
    }
}

/// What a replay says at its end.
///
/// When a test had to start it again, it does not know what it did before the interruption.
private struct Replay {
    let replayed: Int64?
    let left: Int64?
    let wasInterrupted: Bool
}

extension Site {
    /// Replays to the end; like an operator, it starts again when the connection to the broker breaks.
    fileprivate func replay(_ arguments: [String] = []) async throws -> Replay {
        for attempt in 1...5 {
            do {
                let said = try await run(["queues", "replay"] + arguments)
                return Replay(
                    replayed: said["replayed"]?.integer, left: said["left"]?.integer, wasInterrupted: attempt > 1)
            } catch let error as ChildProcess.Ended {
                guard attempt < 5, error.description.contains("connection to the broker lost") else { throw error }
            }
        }
        throw ChildProcess.Ended(description: "a replay was interrupted again and again")
    }
}
