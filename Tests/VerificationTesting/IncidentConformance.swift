import Testing
import VerificationCore

/// Proves what every store of incidents promises.
///
/// - Parameters:
///   - store: an empty store.
///   - audit: the audit beside it.
///   - now: the store's time.
/// - Throws: what the store throws.
package func exerciseIncidents(_ store: any IncidentStore, audit: any AuditLog, now: Timestamp) async throws {
    let trial = IncidentTrial(store: store, start: now - .seconds(3_600))
    try await trial.twoDashboards()
    try await trial.flicker()
    try await trial.diedDashboard()
    try await trial.lateSightings()
    try await trial.hostileTexts()
    try await trial.pages()
    try await trial.marks()
    try await trial.versions()
    try await trial.changes(audit, now: now)
}

private struct IncidentTrial {
    let store: any IncidentStore
    let start: Timestamp

    func twoDashboards() async throws {
        try await see("a", from: 10, to: 20)
        try await see("a", from: 12, to: 30, .down)
        try await see("a", from: 12, to: 30, .down)
        try await see("a", from: 10, to: 25)
        try await see("b", from: 11, to: 25, isAtLeast: true)
        let both = try await all()
        #expect(both.map(\.accusation.subject) == ["b", "a"])
        let first = try #require(both.last)
        #expect(first.beganAt == at(10) && first.lastSeenAt == at(30) && first.ending == nil && !first.isAtLeast)
        #expect(first.worst == words(.down, of: "a"), "the gravest level keeps its words")
        #expect(both[0].isAtLeast && both[0].worst.level == .degraded)
    }

    func flicker() async throws {
        try await see("a", from: 90, to: 95)
        #expect(try await all().count == 2, "a minute's pause ends nothing")
        try await see("a", from: 10, to: 95, isOver: true)
        let ended = try #require(try await of("a").first)
        #expect(ended.ending == Incident.Ending(at: at(95), note: "OK") && ended.beganAt == at(10))
        try await see("a", from: 150, to: 160)
        #expect(try await of("a").map(\.ending) == [nil], "it goes on within a minute of its end")
        try await see("a", from: 150, to: 160, isOver: true)
        try await see("a", from: 221, to: 230)
        #expect(try await of("a").map(\.beganAt) == [at(221), at(10)])
        try await see("a", from: 221, to: 230, isOver: true)
    }

    func diedDashboard() async throws {
        try await see("d", from: 0, to: 5)
        try await report([], staleBefore: nil)
        try await report([], holding: ["d"], staleBefore: at(900), watchedSince: at(800))
        #expect(try await of("d").first?.ending == nil, "it still holds")
        try await see("d", from: 850, to: 860, isAtLeast: true)
        let goesOn = try #require(try await of("d").first)
        #expect(goesOn.beganAt == at(0) && goesOn.lastSeenAt == at(860) && goesOn.ending == nil)
        try await report([], staleBefore: at(860), watchedSince: at(800))
        #expect(try await of("d").first?.ending == nil, "it was seen at this moment")
        try await report([], staleBefore: at(861), watchedSince: at(900))
        #expect(try await of("d").first?.ending == Incident.Ending(at: at(860), note: IncidentReport.unwatched))
        #expect(try await all().allSatisfy { $0.ending != nil }, "that of b too")
    }

    /// After an outage of the database, two dashboards tell the same past, one after the other.
    func lateSightings() async throws {
        for _ in 0..<2 {
            try await see("l", from: 1_000, to: 1_100, isOver: true)
            try await see("l", from: 1_300, to: 1_400)
        }
        #expect(try await of("l").map(\.beganAt) == [at(1_300), at(1_000)])
        #expect(try await of("l").map(\.ending?.at) == [nil, at(1_100)])
        try await see("l", from: 1_050, to: 1_110)
        let past = try await of("l")
        #expect(past.map(\.ending?.at) == [nil, at(1_110)], "an old sighting opens nothing beside an open one")
        try await see("l", from: 1_300, to: 1_390, isOver: true)
        #expect(try await of("l").first?.ending == nil, "another dashboard has seen it later")
        try await see("l", from: 1_300, to: 1_400, isOver: true)
    }

    func hostileTexts() async throws {
        let text = "'; drop table incident; --\0<b>\\ \u{202E}\n" + String(repeating: "x", count: 5_000)
        let accusation = Incident.Accusation(rule: "gateway-away", subject: "\0it's")
        let worst = Incident.Worst(level: .down, sentence: text, measure: text)
        let sighting = IncidentSighting(
            accusation: accusation, worst: worst, beganAt: at(2_000), isAtLeast: false, lastSeenAt: at(2_000))
        try await report([sighting])
        let stored = try #require(try await store.incidents(IncidentFilter(), before: nil, limit: 1).first)
        #expect(stored.worst == worst && stored.accusation == accusation && stored.worst.sentence.count < 1_001)
        #expect(!stored.worst.sentence.unicodeScalars.contains("\0"))
        #expect(try await store.incidents(IncidentFilter(rule: "' or true --"), before: nil, limit: 9).isEmpty)
    }

    func pages() async throws {
        let numbers = try await all().map(\.number)
        #expect(numbers == numbers.sorted(by: >) && numbers.count == 7)
        let second = try await store.incidents(IncidentFilter(), before: numbers[2], limit: 2)
        #expect(second.map(\.number) == [numbers[3], numbers[4]])
        #expect(try await store.incident(numbers[3]) == second[0])
        #expect(try await store.incident(Int64.max) == nil)
        #expect(try await store.incidents(IncidentFilter(rule: "other"), before: nil, limit: 9).isEmpty)
        let lately = try await store.incidents(IncidentFilter(since: at(1_400)), before: nil, limit: 9)
        #expect(lately.map(\.beganAt) == [at(2_000), at(1_300)])
    }

    func marks() async throws {
        let marks = [
            Mark(at: at(5), kind: .dashboardStarted, subject: "host\0", detail: "it's"),
            Mark(at: at(7), kind: .dashboardStarted, subject: "host", detail: ""),
        ]
        for _ in 0..<2 { try await report([], marks: marks) }
        #expect(try await store.marks(in: at(0)...at(9), limit: 9) == marks.reversed(), "twice is once")
        #expect(try await store.marks(in: at(0)...at(9), limit: 1) == [marks[1]])
        #expect(try await store.marks(in: at(0)...at(5), limit: 9) == [marks[0]])
    }

    func versions() async throws {
        for (second, kind, host, version) in [
            (10, Mark.Kind.apiStarted, "a", "version 1"), (11, .apiEnded, "a", "version 1"),
            (12, .apiStarted, "a", "version 2"), (13, .apiStarted, "b", "version 2"),
            (14, .identityStarted, "a", "version 2"), (15, .apiStarted, "a", ""), (16, .apiStarted, "a", "version 3"),
        ] {
            let mark = Mark(at: at(Int64(second)), kind: kind, subject: host, detail: version)
            for _ in 0..<2 { try await report([], marks: [mark]) }
        }
        let kept = try await store.marks(in: at(10)...at(16), limit: 99)
        #expect(kept.reversed().map(\.former) == [nil, nil, "version 1", nil, nil, nil, nil])
    }

    func changes(_ audit: any AuditLog, now: Timestamp) async throws {
        let span = now - .seconds(600)...now + .seconds(600)
        let change = AuditEntry(actor: "anna", action: .switchGateway, subject: "gateway a: off", result: .done)
        try await audit.note(change)
        for (actor, action, result) in [
            ("anna", OperatorAction.look, AuditEntry.Result.done), ("anna", .switchGateway, .forbidden),
            (OperatorName.keyPrefix + "1", .changeTestNumber, .done),
        ] {
            try await audit.note(AuditEntry(actor: actor, action: action, subject: "x", result: result))
        }
        #expect(try await store.changes(in: span, limit: 9).map(\.entry) == [change])
        #expect(try await store.changes(in: span, limit: 0).isEmpty)
        #expect(try await store.changes(in: start...start, limit: 9).isEmpty)
    }

    private func see(
        _ subject: String, from: Int64, to end: Int64, _ level: Incident.Level = .degraded, isAtLeast: Bool = false,
        isOver: Bool = false
    ) async throws {
        try await report([
            IncidentSighting(
                accusation: accusation(subject), worst: words(level, of: subject), beganAt: at(from),
                isAtLeast: isAtLeast, lastSeenAt: at(end), isOver: isOver)
        ])
    }

    private func report(
        _ sightings: [IncidentSighting], holding: [String] = [], staleBefore: Timestamp? = nil,
        watchedSince: Timestamp? = nil, marks: [Mark] = []
    ) async throws {
        try await store.keep(
            IncidentReport(
                sightings: sightings, holding: Set(holding.map(accusation)), staleBefore: staleBefore,
                watchedSince: watchedSince ?? start, note: "OK", marks: marks))
    }

    private func accusation(_ subject: String) -> Incident.Accusation {
        Incident.Accusation(rule: "gateway-away", subject: subject)
    }

    private func words(_ level: Incident.Level, of subject: String) -> Incident.Worst {
        Incident.Worst(level: level, sentence: "\(subject) is \(level.rawValue)", measure: "1 of 2")
    }

    private func all() async throws -> [Incident] {
        try await store.incidents(IncidentFilter(), before: nil, limit: 100)
    }

    private func of(_ subject: String) async throws -> [Incident] {
        try await all().filter { $0.accusation.subject == subject }
    }

    private func at(_ second: Int64) -> Timestamp { start + .seconds(second) }
}
