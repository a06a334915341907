import StrictJSON
import Testing
import VerificationCore

@testable import Dashboard

@Suite("The texts that pages make of data")
struct LeafTests {
    private let now = Timestamp(rfc3339: "2027-01-31T17:04:05.120Z") ?? Timestamp(seconds: 0)

    @Test("a time of today has no date, and one of another day has it")
    func times() {
        for (time, clock, minute) in [
            ("2027-01-31T09:00:07.000Z", "09:00:07", "09:00"),
            ("2027-01-30T23:59:59.000Z", "2027-01-30 23:59:59", "2027-01-30 23:59"),
            ("2027-02-01T00:00:00.000Z", "2027-02-01 00:00:00", "2027-02-01 00:00"),
        ] {
            #expect(text("clock", of: .string(time)) == clock)
            #expect(text("minute", of: .string(time)) == minute)
        }
        #expect(text("date", of: .string("2027-01-31T09:00:07.000Z")) == "2027-01-31")
        #expect(text("time", of: .string("2027-01-31T09:00:07.000Z")) == "09:00:07")
    }

    @Test("a long name or address may break after its points, low lines and signs, and nowhere else")
    func pieces() throws {
        let address = "postgres://verifyd:x@db.example.com/verifyd_one"
        let parts = try #require(Leaf(value: .string(address), now: now).transform("pieces") as? [Leaf])
        #expect(
            parts.map { $0.value.string } == [
                "postgres:", "/", "/", "verifyd:", "x@", "db.", "example.", "com/", "verifyd_", "one",
            ])
    }

    @Test("one point is no points")
    func points() {
        #expect(text("points", of: .decimal(0.01)) == "+1 point" && text("points", of: .decimal(-0.01)) == "-1 point")
        #expect(text("points", of: .decimal(0)) == "0 points" && text("points", of: .decimal(0.02)) == "+2 points")
    }

    private func text(_ transform: String, of value: JSONValue) -> String? {
        (Leaf(value: value, now: now).transform(transform) as? Leaf)?.renderText
    }
}

@Suite("The list of retry queues")
struct RetryQueueListTests {
    @Test("counts the empty ones, and shows one that has messages, is missing or has other settings")
    func folds() {
        let empty = report(.present(messages: 0, consumers: 0, mismatch: nil))
        let busy = report(.present(messages: 3, consumers: 0, mismatch: nil))
        let odd = report(.present(messages: 0, consumers: 0, mismatch: "x-message-ttl"))
        let list = RetryQueueList(reports: [empty, busy, odd, report(.missing)])
        #expect(list.isNotEmpty && list.emptyCount == 1)
        let rows = list.rows { ["name": .string($0.name)] }.array?.map { $0["isEmpty"] }
        #expect(rows == [true, false, false, false])
        let quiet = RetryQueueList(reports: [empty])
        #expect(!quiet.isNotEmpty && RetryQueueList(reports: []).emptyCount == .null)
    }

    private func report(_ state: QueueReport.State) -> QueueReport {
        QueueReport(name: "retry.5s", role: .retry, state: state)
    }
}
