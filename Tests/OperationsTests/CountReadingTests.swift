import Testing
import VerificationCore
import VerificationTesting

@testable import Operations

@Suite("A look at the counts")
struct CountReadingTests {
    private let sample = JudgementTests()
    private var minute: Minute { Minute(sample.now) }

    @Test("leaves a gap for a question that fails, and with it what it is compared with; the rest is judged")
    func gap() async throws {
        let world = try await world()
        for (app, ago, count) in [("shop", 10_090, 500), ("bank", 10_090, 900), ("bank", 10, 900)] {
            try await world.add([Tally(TallyKey(.started, in: minute - ago, app: app), count: count)])
        }
        let whole = try await Counts.read(world, at: sample.now)
        #expect(whole.gaps.isEmpty)
        #expect(Judgement(of: sample.situation(counts: whole)).findings.map(\.subjects) == [["app shop"]])

        let counts = try await Counts.read(ScriptedTallies(world, fails: { $0.ofApps && $0.isNow }), at: sample.now)
        #expect(counts.gaps.map(\.part) == ["apps"] && counts.apps.isEmpty && counts.appsWeekBefore.isEmpty)
        let judgement = Judgement(of: sample.situation(counts: counts))
        #expect(judgement.findings.isEmpty, "no app is accused for want of an answer")
        #expect(judgement.verdict == .unknown && judgement.unknown.map(\.name) == ["counts of apps"])
        let other = Judgement(of: sample.situation(consumers: 0, counts: counts))
        #expect(other.verdict == .down && other.findings.map(\.rule) == [.noWorkers])
        #expect(Judgement(of: sample.situation(database: "no answer", counts: counts)).unknown.isEmpty)
    }

    @Test("fails where the question fails without which no rule can judge")
    func core() async throws {
        let broken = ScriptedTallies(try await world(), fails: { $0.question.kinds.contains(.apiAlive) })
        await #expect(throws: StoreError.unavailable) { try await Counts.read(broken, at: sample.now) }
    }

    @Test("asks a store that is away no more than it needs to find that out")
    func away() async throws {
        let ledger = Ledger()
        let away = ScriptedTallies(try await world(), ledger: ledger, fails: { _ in true })
        await #expect(throws: StoreError.unavailable) { try await Counts.read(away, at: sample.now) }
        #expect(await ledger.failed <= 3)
        // It goes away after the questions without which no rule can judge.
        let leaving = Ledger(awayAfter: 11)
        let counts = try await Counts.read(
            ScriptedTallies(try await world(), ledger: leaving, fails: { _ in false }), at: sample.now)
        #expect(counts.gaps.count == 8)
        #expect(await leaving.failed <= 4, "three that fail, and one beside the third")
    }

    @Test("asks two questions at once, and the others go on beside a slow one", .timeLimit(.minutes(10)))
    func sideBySide() async throws {
        // The first one after those that are asked one by one.
        let ledger = Ledger(slowest: 12)
        let slow = ScriptedTallies(try await world(), ledger: ledger, fails: { _ in false })
        let counts = try await Counts.read(slow, at: sample.now)
        #expect(counts.gaps.isEmpty)
        #expect(await ledger.most == Counts.mostQuestionsAtOnce)
    }

    @Test(
        "who waits behind three questions without an answer gets none either, and the next question is asked again",
        .timeLimit(.minutes(10)))
    func silent() async throws {
        let store = BoundedTallies(try await world(), most: 1)
        let (entered, leave) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let results = await withTaskGroup { group in
            for _ in 1...10 {
                group.addTask {
                    do throws(StoreError) {
                        return try await store.turns.take { () throws(StoreError) -> Bool in
                            entered.continuation.yield()
                            for await _ in leave.stream { break }
                            throw .unavailable
                        }
                    } catch {
                        return error != .unavailable
                    }
                }
            }
            // The first holds the turn until all others wait for it.
            for await _ in entered.stream { break }
            while store.turns.waitingCount < 9 { await Task.yield() }
            for _ in 1...3 { leave.continuation.yield() }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: false, count: 10), "seven of them were not asked")
        #expect(try await store.turns.take { () throws(StoreError) -> Bool in true })
    }

    private func world() async throws -> InMemoryWorld {
        let world = InMemoryWorld()
        try await world.add([Tally(TallyKey(.apiAlive, in: minute), count: 1)])
        return world
    }
}

/// A question as a script sees it.
private struct Asked {
    let question: TallyQuestion
    let dimension: TallyDimension?

    var ofApps: Bool { dimension == .app && question.kinds.contains(.approved) }
    var isNow: Bool { Minute(JudgementTests().now) - question.span.upperBound < 1_440 }
}

/// Counts how many questions are asked at the same time.
private actor Ledger {
    /// So many others are answered beside the slow question before it is.
    private static let others = 3

    private(set) var most = 0
    private(set) var failed = 0
    private var present = 0
    private var asked = 0
    private var answered = 0
    private var slow: CheckedContinuation<Void, Never>?
    private let awayAfter: Int
    private let slowest: Int?

    /// - Parameters:
    ///   - awayAfter: after so many answers the store is away.
    ///   - slowest: which question, counted from 1, waits for the answers of others.
    init(awayAfter: Int = .max, slowest: Int? = nil) { (self.awayAfter, self.slowest) = (awayAfter, slowest) }

    var isAway: Bool { answered >= awayAfter }

    /// Returns when the question may be answered.
    func enter() async {
        (present, asked) = (present + 1, asked + 1)
        most = max(most, present)
        if asked == slowest { await withCheckedContinuation { slow = $0 } }
    }

    func leave() {
        (present, answered) = (present - 1, answered + 1)
        guard let slowest, answered >= slowest - 1 + Self.others else { return }
        slow?.resume()
        slow = nil
    }

    func fail() { failed += 1 }
}

/// The tallies of a world, of which some questions fail.
private struct ScriptedTallies: TallyStore {
    let world: InMemoryWorld
    var ledger = Ledger()
    var fails: @Sendable (Asked) -> Bool

    init(_ world: InMemoryWorld, ledger: Ledger = Ledger(), fails: @escaping @Sendable (Asked) -> Bool) {
        (self.world, self.ledger, self.fails) = (world, ledger, fails)
    }

    private func answer<Value: Sendable>(
        _ question: TallyQuestion, by dimension: TallyDimension? = nil,
        _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let asked = Asked(question: question, dimension: dimension)
        let isAway = await ledger.isAway
        if isAway || fails(asked) {
            await ledger.fail()
            throw .unavailable
        }
        await ledger.enter()
        let value = try await body()
        await ledger.leave()
        return value
    }

    func add(_ tallies: [Tally]) async throws(StoreError) { try await world.add(tallies) }

    func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int] {
        try await answer(question) { () throws(StoreError) in try await world.totals(question) }
    }

    func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum] {
        try await answer(question, by: dimension) { () throws(StoreError) in
            try await world.sums(question, by: dimension, most: most)
        }
    }

    func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries {
        try await answer(question) { () throws(StoreError) in try await world.series(question, step: step) }
    }

    func seriesByReason(_ question: TallyQuestion, step: Int) async throws(StoreError) -> [String: TallySeries] {
        try await answer(question) { () throws(StoreError) in try await world.seriesByReason(question, step: step) }
    }

    func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup] {
        try await answer(question) { () throws(StoreError) in try await world.groups(question, most: most) }
    }

    func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount] {
        try await world.deliveries(in: span)
    }
}
