import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The story of an incident")
struct IncidentStoryTests {
    let world = InMemoryWorld()
    let queries: IncidentQueries
    var clock: ManualClock { world.clock }

    init() {
        let clock = world.clock
        queries = IncidentQueries(world, tallies: world, now: { clock.now })
    }

    @Test("begins half an hour before the incident, and its post-mortem tells what happened, oldest first")
    func window() async throws {
        try world.note(change("too early"))
        clock.advance(by: .seconds(3_600))
        try world.note(change("deploy"))
        clock.advance(by: .seconds(600))
        let began = clock.now
        try await world.add([Tally(TallyKey(.started, in: Minute(began)), count: 12)])
        clock.advance(by: .seconds(60))
        try world.note(change("the cure"))
        clock.advance(by: .seconds(30))
        try keep(began, sentence: "Gateway a fails.", isOver: true)
        clock.advance(by: .seconds(120))
        try world.note(change("too late"))
        let story = try await queries.story(of: 1)
        #expect(story.happenings.map(\.what) == ["anna: switch gateway, the cure", "anna: switch gateway, deploy"])
        #expect(story.actionsMeanwhile.map(\.what) == ["anna: switch gateway, the cure"])
        #expect(story.newestLine == 3)
        let text = story.markdown
        let order = [
            "deploy", "incident began", "the cure", "incident ended", "12 requests were queued", "## What helped",
        ]
        let places = order.compactMap { text.firstRange(of: $0)?.lowerBound }
        #expect(places.count == order.count && places == places.sorted(), "\(text)")
    }

    @Test(
        "escapes what others wrote, so that it makes no structure of Markdown and no HTML",
        arguments: [
            ("<img src=x>", "\\<img src=x\\>"), ("[a](http://b)", "\\[a\\](http\\://b)"),
            ("`x` *y* _z_", "\\`x\\` \\*y\\* \\_z\\_"),
            ("a\n# b", "a \\# b"), ("www.evil.example", "www\\.evil.example"), ("a\u{2028}b\u{202E}c", "a b c"),
            ("&lt; | ~~x~~ !", "\\&lt; \\| \\~\\~x\\~\\~ \\!"), ("\\", "\\\\"),
        ])
    func markdown(_ text: String, _ escaped: String) async throws {
        try keep(clock.now, sentence: text)
        try world.note(change(text))
        let markdown = try await queries.story(of: 1).markdown
        #expect(markdown.contains("- DEGRADED: \(escaped)\n"), "\(markdown)")
        #expect(markdown.contains("anna: switch gateway, \(escaped)\n"), "\(markdown)")
    }

    @Test("gathers changes of test numbers by one person in an hour to one line")
    func testNumbers() throws {
        for number in 1...6 { try world.note(change("of app shop \(number)", .changeTestNumber)) }
        try world.note(change("gateway a: off"))
        clock.advance(by: .seconds(3_601))
        try world.note(change("of app shop 7", .changeTestNumber))
        let list = Happening.list(
            actions: try world.auditLines(before: nil, limit: 20),
            marks: [
                Mark(at: clock.now - .seconds(9), kind: .breakerOpened, subject: "a", detail: "half-failed")
            ])
        #expect(
            list.map(\.what) == [
                "anna: change test number, of app shop 7", "the circuit of gateway a opened: half of its calls failed",
                "anna: switch gateway, gateway a: off", "6 test numbers changed by anna",
            ])
    }

    @Test("of an incident that was last seen before it began, by a clock that was ahead, is told all the same")
    func clockAhead() async throws {
        try keep(clock.now, sentence: "x", lasting: -600)
        #expect(try await queries.story(of: 1).markdown.contains("incident began"))
    }

    @Test("the strip of a day shows the gravest incident of each quarter of an hour")
    func strip() throws {
        try keep(clock.now - .seconds(3_600), sentence: "x", lasting: 1_000)
        try keep(clock.now - .seconds(3_600), sentence: "y", .down, of: "b", lasting: 10)
        let strip = VerdictStrip(try world.incidents(IncidentFilter(), before: nil, limit: 9), at: clock.now)
        #expect(strip.cells.count == 96 && strip.cells.allSatisfy { $0.beginsAt.microseconds % 900_000_000 == 0 })
        #expect(strip.cells[95].beginsAt <= clock.now && strip.cells[95].beginsAt + .seconds(900) > clock.now)
        #expect(strip.cells.suffix(6).map(\.level) == [nil, .down, .degraded, nil, nil, nil])
        #expect(strip.count(of: .down) == 1 && strip.count(of: .degraded) == 1)
    }

    private func change(_ subject: String, _ action: OperatorAction = .switchGateway) -> AuditEntry {
        AuditEntry(actor: "anna", action: action, subject: subject, result: .done)
    }

    private func keep(
        _ began: Timestamp, sentence: String, _ level: Incident.Level = .degraded, of subject: String = "a",
        lasting seconds: Int64? = nil, isOver: Bool = false
    ) throws {
        let sighting = IncidentSighting(
            accusation: Incident.Accusation(rule: "gateway-fails", subject: subject),
            worst: Incident.Worst(level: level, sentence: sentence, measure: "1 of 2"), beganAt: began,
            isAtLeast: false, lastSeenAt: seconds.map { began + .seconds($0) } ?? clock.now, isOver: isOver)
        try world.keep(
            IncidentReport(
                sightings: [sighting], holding: [], staleBefore: nil, watchedSince: began, note: "OK"))
    }
}
