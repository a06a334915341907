import Synchronization
import Testing
import VerificationCore

@testable import Store

@Suite("Batches: no item suffers for another one")
struct BatchAnswersTests {
    /// Items are numbers; some are bad, some are locked.
    private final class Table: Sendable {
        let runs = Mutex(0)
        let locked = Mutex<Set<Int>>([])
        private let problems: [Int: StoreError]
        private let illness: Mutex<StoreError?>
        /// From the item on that is met first.
        private let goesAwayAt: Set<Int>

        init(
            _ problems: [Int: StoreError] = [:], locked: Set<Int> = [], illness: StoreError? = nil,
            goesAwayAt: Set<Int> = []
        ) {
            self.problems = problems
            self.illness = Mutex(illness)
            self.goesAwayAt = goesAwayAt
            self.locked.withLock { $0 = locked }
        }

        private func run(_ items: [Int]) throws(StoreError) -> [Int] {
            runs.withLock { $0 += 1 }
            if !locked.withLock({ $0.isDisjoint(with: items) }) { throw .locked }
            for item in items {
                if goesAwayAt.contains(item) { illness.withLock { $0 = .unavailable } }
                if let problem = illness.withLock({ $0 == .unavailable ? $0 : nil }) ?? problems[item] { throw problem }
            }
            return items
        }

        var batches: BatchAnswers<Int, Int> {
            BatchAnswers(
                run: { items throws(StoreError) in try self.run(items) },
                runAlone: { item throws(StoreError) in try self.run([item])[0] },
                holds: { items in items.map { item in self.locked.withLock { $0.contains(item) } ? .ownRow : .free } },
                examine: { () throws(StoreError) in
                    if let illness = self.illness.withLock({ $0 }) { throw illness }
                })
        }

        func answers(_ count: Int) async -> [Result<Int, StoreError>] { await batches.answer(Array(0..<count)) }
    }

    @Test("one bad item of five hundred costs some eighteen transactions, and the others their answers not")
    func poison() async {
        let table = Table([123: .broken("a zero in a text")])
        let answers = await table.answers(500)
        #expect(answers.count { (try? $0.get()) != nil } == 499)
        #expect(answers[123] == .failure(.broken("a zero in a text")) && answers[124] == .success(124))
        #expect(table.runs.withLock { $0 } <= 20)
    }

    @Test("a store that goes away in the middle is not asked for the rest")
    func away() async {
        let table = Table([0: .broken("")], goesAwayAt: [250])
        let answers = await table.answers(500)
        #expect(answers[0] == .failure(.broken("")) && answers[1] == .success(1))
        #expect(answers[250...] == ArraySlice(repeatElement(.failure(.unavailable), count: 250)))
        #expect(table.runs.withLock { $0 } <= 20)
    }

    @Test("where the store is well, items that get no answer come later, and all others have theirs")
    func slow() async {
        let table = Table([3: .unavailable, 77: .unavailable, 78: .broken("a zero in a text")], locked: [])
        let answers = await table.answers(100)
        #expect(answers.count { (try? $0.get()) != nil } == 97)
        #expect(answers[3] == .failure(.locked) && answers[77] == .failure(.locked))
        #expect(answers[78] == .failure(.broken("a zero in a text")))
        #expect(table.runs.withLock { $0 } == 101)
    }

    @Test("of many items that get no answer a few are tried, so that nobody who stops waits for all of them")
    func manySlow() async {
        let table = Table(Dictionary(uniqueKeysWithValues: (10..<500).map { ($0, .unavailable) }))
        let answers = await table.answers(500)
        #expect(answers[..<10].allSatisfy { (try? $0.get()) != nil })
        #expect(answers[10...] == ArraySlice(repeatElement(.failure(.locked), count: 490)))
        #expect(table.runs.withLock { $0 } == 16)
    }

    @Test("a store that goes away while items are tried one by one is not asked for the rest")
    func awayLater() async {
        let table = Table([3: .unavailable], goesAwayAt: [10])
        let answers = await table.answers(100)
        #expect(answers[..<3].allSatisfy { (try? $0.get()) != nil } && answers[3] == .failure(.locked))
        #expect(answers[10...] == ArraySlice(repeatElement(.failure(.unavailable), count: 90)))
        #expect(table.runs.withLock { $0 } == 12)
    }

    @Test("a store that fits nobody is found out with the first item, and the rest is not tried")
    func unfit() async {
        let problem = StoreError.unfit("no such table")
        let table = Table(Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, problem) }), illness: problem)
        #expect(await table.answers(500) == Array(repeating: .failure(problem), count: 500))
        #expect(table.runs.withLock { $0 } <= 10)
    }

    @Test("what only some items meet is theirs, where the store is well")
    func damage() async {
        let table = Table([3: .unfit("a damaged page"), 77: .unfit("a damaged page")])
        let answers = await table.answers(100)
        #expect(answers[3] == .failure(.unreadable("a damaged page")) && answers[77] == answers[3])
        #expect(answers.count { (try? $0.get()) != nil } == 98)
    }

    @Test("of a batch that meets locks all others go on in the next transaction")
    func locked() async {
        let table = Table(locked: [7, 100, 480])
        let answers = await table.answers(500)
        #expect(answers.count { (try? $0.get()) != nil } == 497)
        #expect(answers[7] == .failure(.locked) && answers[100] == answers[7] && answers[480] == answers[7])
        #expect(table.runs.withLock { $0 } == 2)
    }

    @Test("items of which some are known to be locked are not tried together with them")
    func apart() async {
        let table = Table(locked: [1])
        #expect(await table.batches.answerUnlocked([0, 1, 2]) == [.success(0), .failure(.locked), .success(2)])
        #expect(table.runs.withLock { $0 } == 1)
    }

    @Test("a lock that is nobody's own is waited for twice, and then everybody is told to come again")
    func sharedLock() async {
        let table = Table((0..<10).reduce(into: [:]) { $0[$1] = .locked })
        #expect(await table.answers(10) == Array(repeating: .failure(.busy), count: 10))
        #expect(table.runs.withLock { $0 } == 2)
    }

    @Test("doubt about a batch stays with each of its items, whatever its next transaction meets")
    func doubt() async {
        let met: [Int: StoreError] = [
            1: .locked, 2: .busy, 3: .unavailable, 4: .unreadable("a page"), 5: .broken("a zero"), 6: .inDoubt,
        ]
        let runs = Mutex(0)
        let batches = BatchAnswers<Int, Int>(
            run: { _ throws(StoreError) in
                runs.withLock { $0 += 1 }
                throw .inDoubt
            },
            runAlone: { item throws(StoreError) in
                if let problem = met[item] { throw problem }
                return item
            },
            holds: { items in items.map { _ in .free } }, examine: {})
        let answers = await batches.answer(Array(0..<7))
        #expect(runs.withLock { $0 } == 1)
        #expect(answers[0] == .success(0) && answers[5] == .failure(.broken("a zero")))
        for item in [1, 2, 3, 4, 6] { #expect(answers[item] == .failure(.inDoubt)) }
    }

    @Test("while the store is away after a doubtful batch, all its items are in doubt, and none is tried")
    func doubtInAnOutage() async {
        let batches = BatchAnswers<Int, Int>(
            run: { _ throws(StoreError) in throw .inDoubt },
            runAlone: { _ throws(StoreError) in throw .broken("was tried") },
            holds: { items in items.map { _ in .free } },
            examine: { () throws(StoreError) in throw .unavailable })
        #expect(await batches.answer([0, 1]) == [.failure(.inDoubt), .failure(.inDoubt)])
    }

    @Test("no batch is nothing to do")
    func empty() async {
        #expect(await Table().answers(0).isEmpty)
        #expect(await Table().batches.answerUnlocked([]).isEmpty)
    }
}
