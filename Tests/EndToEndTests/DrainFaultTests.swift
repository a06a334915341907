import Glibc
import StrictJSON
import Testing
import VerificationCore

/// Processes are told to stop: with work in hand, with callers who wait, or without broker or database.
@Suite("a process that is told to stop", .serialized, .timeLimit(.minutes(10)))
struct DrainFaultTests {
    @Test(
        "leaves its backlog to others, begins no claim, and records the calls under way",
        arguments: [
            (["gateway.inFlight=5"], SIGTERM), (["gateway.perSecond=20"], SIGTERM), (["gateway.inFlight=5"], SIGHUP),
        ])
    func backlog(settings: [String], signal: Int32) async throws {
        try await withSite { site in
            let phones = Site.phones(100)
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            site.ledger.answer(.hold)
            let worker = try await site.worker(settings: settings)
            try await site.ledger.calls(atLeast: 5)
            worker.signal(signal)
            // The worker gives the rest back while it still waits for its calls.
            try await eventually("the backlog is given back") {
                try await site.waiting() + site.ledger.calls.count == phones.count
            }
            let begun = site.ledger.calls.count
            #expect(begun < phones.count / 2)
            #expect(!worker.hasEnded)
            site.ledger.release()
            #expect(try await worker.exit() == .code(0), "\(worker.log)")
            #expect(site.ledger.calls.count == begun, "no call begins after the signal")
            #expect(try await site.endedMessages(begun) == Array(repeating: "accepted", count: begun))

            _ = try await site.worker()
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("answers callers who wait at once: they are told that the request is accepted", arguments: ["api", "serve"])
    func waitingCallers(role: String) async throws {
        try await withSite { site in
            let phones = Site.phones(20)
            site.ledger.answer(.hold)
            // All requests but the first wait behind a call that does not end.
            let (process, caller) = try await role == "api" ? site.api() : site.serve(settings: ["gateway.inFlight=1"])
            let answers = try await withThrowingTaskGroup(of: APICaller.Answer.self) { group in
                for phone in phones { group.addTask { try await caller.impatient.start(phone, wait: 30) } }
                try await eventually("all are on their way") {
                    try await role == "api"
                        ? site.waiting() == phones.count : site.waiting() == 0 && site.ledger.calls.count == 1
                }
                process.signal(SIGTERM)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.map(\.status) == Array(repeating: 202, count: phones.count))
            #expect(answers.allSatisfy { $0.took < .seconds(25) }, "nobody has waited for the whole time")
            site.ledger.release()
            #expect(try await process.exit() == .code(0), "\(process.log)")

            _ = try await site.worker()
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("waits for the calls under way though the broker is away, and records them")
    func withoutBroker() async throws {
        try await withSite(leavingQueues: true) { site in
            let phones = Site.phones(5)
            try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
            site.ledger.answer(.hold)
            let worker = try await site.worker()
            try await site.ledger.calls(atLeast: phones.count)
            try await ServiceControl.under(.stopBroker, healedBy: .startBroker) {
                worker.signal(SIGTERM)
                try await worker.says("worker stops taking requests")
                site.ledger.release()
                #expect(try await worker.exit() == .code(0), "\(worker.log)")
                #expect(Set(try await site.endedMessages(phones.count)) == ["accepted"])
            }
            _ = try await site.worker()
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("and whose database is away gives back what it has not claimed, and ends", arguments: ["worker", "serve"])
    func withoutDatabase(role: String) async throws {
        try await withSite { site in
            let phones = Site.phones(20)
            let process = try await role == "serve" ? site.serve().process : site.worker()
            try await ServiceControl.under(.stopDatabase, healedBy: .startDatabase) {
                try await site.publish(phones.map { Site.request(Site.makeID(), $0) })
                try await eventually("the requests are taken") { try await site.waiting() == 0 }
                process.signal(SIGTERM)
                #expect(try await process.exit() == .code(0), "\(process.log)")
                #expect(try await site.waiting() == phones.count)
            }
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: phones.count)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("with neither broker nor database ends as well", arguments: ["api", "worker", "serve"])
    func withNothing(role: String) async throws {
        try await withSite { site in
            let nowhere = try ReservedPort()
            let process = try site.start(
                role,
                settings: [
                    "http.port=0", "gateway.kind=webhook", "gateway.url=\(site.ledger.url)",
                    "amqp.url=amqp://guest:guest@127.0.0.1:\(nowhere.port)",
                    "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none",
                ])
            // A worker asks for the database first.
            try await process.says(
                role == "worker" ? "the database does not answer; what needs it waits" : "no connection to the broker")
            try await process.stop()
        }
    }
}
