import InMemoryLogging
import Logging
import Telemetry
import Testing
import VerificationCore

@Suite("What facts say in the log")
struct FactLogTests {
    private let now = Timestamp(seconds: 1_767_225_630)
    private let lines = InMemoryLogHandler()

    @Test("a dead endpoint's thousand events are one line at once, and a secret that is locked is another")
    func floods() throws {
        let app = try #require(AppID("demo"))
        let log = FactLog(Logger(label: "test") { [lines] _ in lines })
        for _ in 1...1_000 {
            log.hear(.eventHandled(.givenUp(.gone), of: app), at: now)
            log.hear(.eventHandled(.lackedKey, of: app), at: now)
        }
        // A second has passed only on a machine that needs longer for all this.
        for level in [Logger.Level.warning, .error] {
            let told = lines.entries.filter { $0.level == level }
            #expect((1...60).contains(told.count), "\(level)")
            #expect(told.first?.metadata["app"] == "demo" && told.first?.metadata["count"]?.description == "1")
        }
        #expect(lines.entries.first { $0.level == .warning }?.metadata["reason"] == "gone")
    }

    @Test("what is no trouble of an app leaves no line")
    func silent() throws {
        let app = try #require(AppID("demo"))
        let log = FactLog(Logger(label: "test") { [lines] _ in lines })
        // An event that cannot be read is a dead letter, which the queue's own line is about.
        for outcome in [EventOutcome.told, .putOff, .failed(.unanswered(reason: "timeout"))] {
            log.hear(.eventHandled(outcome, of: app), at: now)
        }
        log.hear(.eventHandled(.givenUp(.unreadable), of: nil), at: now)
        log.hear(.settled(.giveBack, after: .zero), at: now)
        #expect(lines.entries.isEmpty)
    }
}
