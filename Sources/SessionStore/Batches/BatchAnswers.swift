import VerificationCore

/// Answers batches such that no item suffers for what another one meets.
struct BatchAnswers<Item: Sendable, Outcome: Sendable>: Sendable {
    typealias Answer = Result<Outcome, StoreProblem>

    private static var mostUnanswered: Int { 5 }

    /// One transaction for all the items.
    let run: @Sendable ([Item]) async throws(StoreProblem) -> [Outcome]
    /// A short transaction for one item, when a batch got no answer in time; nil where callers cannot wait for that.
    let runAlone: (@Sendable (Item) async throws(StoreProblem) -> Outcome)?
    /// Which of the items need a row that somebody else holds at this moment; waits for none of them.
    let areLocked: @Sendable ([Item]) async throws(StoreProblem) -> [Bool]
    /// Throws when it is not an item's fault that it got no answer, but the store's.
    let examine: @Sendable () async throws(StoreProblem) -> Void

    /// As many answers as there are items, in their order.
    func answers(_ items: [Item]) async -> [Answer] {
        await attempt(items) { await answersOfUnlocked($0) }
    }

    /// Looks first who is locked, and lets only the others take part: for items of which some are known to be.
    func answersOfUnlocked(_ items: [Item]) async -> [Answer] {
        let isLocked: [Bool]
        do {
            isLocked = try await areLocked(items)
        } catch {
            // A lock on the whole table, for example: then nobody goes on before it is gone.
            return failures(.unavailable, items)
        }
        let free = zip(items, isLocked).filter { !$0.1 }.map(\.0)
        var answers = await (free.count < items.count ? answers(free) : lastAnswers(free)).makeIterator()
        return isLocked.map { $0 ? .failure(.locked) : answers.next() ?? .failure(.unavailable) }
    }

    /// The lock is gone by now, or it is on a row that they share, a limit's, and holds up all of them.
    private func lastAnswers(_ items: [Item]) async -> [Answer] {
        await attempt(items) { failures(.unavailable, $0) }
    }

    private func attempt(_ items: [Item], whenLocked: ([Item]) async -> [Answer]) async -> [Answer] {
        if items.isEmpty { return [] }
        do {
            return try await run(items).map(Answer.success)
        } catch {
            switch error {
            case .unavailable: return await oneByOne(items)
            case .locked: return await whenLocked(items)
            case .unfit, .unreadable, .broken:
                return items.count > 1 ? await halves(items) : failures(await judged(error), items)
            }
        }
    }

    /// Where the store is well, an item is what took too long, and the others do not wait for it.
    ///
    /// A slow row, for example: whoever needs it waits as for a lock. After a few of them the rest waits too, untried, or a
    /// tenant whose rows are all slow would hold a place for minutes, and a process that stops.
    private func oneByOne(_ items: [Item]) async -> [Answer] {
        guard let runAlone, await isWell() else { return failures(.unavailable, items) }
        var answers: [Answer] = []
        var unanswered = 0
        for item in items {
            guard unanswered < Self.mostUnanswered else {
                return answers + failures(.locked, Array(items[answers.count...]))
            }
            do throws(StoreProblem) {
                answers.append(.success(try await runAlone(item)))
            } catch .unavailable {
                guard await isWell() else { return answers + failures(.unavailable, Array(items[answers.count...])) }
                unanswered += 1
                answers.append(.failure(.locked))
            } catch .locked {
                answers.append(.failure(.locked))
            } catch {
                answers.append(.failure(await judged(error)))
            }
        }
        return answers
    }

    private func isWell() async -> Bool {
        do {
            try await examine()
            return true
        } catch {
            return false
        }
    }

    /// Of five hundred items with a bad one that is some eighteen transactions.
    private func halves(_ items: [Item]) async -> [Answer] {
        let rest = Array(items[(items.count / 2)...])
        let first = await answers(Array(items[..<(items.count / 2)]))
        for case .failure(let problem) in first where problem.isEverybodys { return first + failures(problem, rest) }
        return first + (await answers(rest))
    }

    /// What an item met alone, which may be the store's fault nevertheless.
    private func judged(_ problem: StoreProblem) async -> StoreProblem {
        do {
            try await examine()
        } catch {
            return error
        }
        if case .unfit(let words) = problem { return .unreadable(words) }
        return problem
    }

    private func failures(_ problem: StoreProblem, _ items: [Item]) -> [Answer] {
        items.map { _ in .failure(problem) }
    }
}

extension StoreProblem {
    /// Whether the next call would meet the same.
    fileprivate var isEverybodys: Bool {
        switch self {
        case .unavailable, .unfit: true
        case .locked, .unreadable, .broken: false
        }
    }
}
