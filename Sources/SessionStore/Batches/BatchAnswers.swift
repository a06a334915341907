import VerificationCore

/// Answers batches such that no item suffers for what another item meets.
struct BatchAnswers<Item: Sendable, Outcome: Sendable>: Sendable {
    typealias Answer = Result<Outcome, StoreProblem>

    private static var mostUnanswered: Int { 5 }

    /// One transaction for all the items.
    let run: @Sendable ([Item]) async throws(StoreProblem) -> [Outcome]
    /// A short transaction for one item, when a batch got no answer in time; nil where callers cannot wait for that.
    let runAlone: (@Sendable (Item) async throws(StoreProblem) -> Outcome)?
    /// Which of the items need a row that another transaction holds at this moment; does not wait for it.
    let areLocked: @Sendable ([Item]) async throws(StoreProblem) -> [Bool]
    /// Throws when it is not an item's fault that it got no answer, but the store's.
    let examine: @Sendable () async throws(StoreProblem) -> Void

    /// As many answers as there are items, in their order.
    func answer(_ items: [Item]) async -> [Answer] {
        await attempt(items) { await answerUnlocked($0) }
    }

    /// Leaves items out whose rows are locked: for batches in which some rows are known to be locked.
    func answerUnlocked(_ items: [Item]) async -> [Answer] {
        let isLocked: [Bool]
        do {
            isLocked = try await areLocked(items)
        } catch {
            // A lock on the whole table, for example: then no item goes on before it is gone.
            return failures(.unavailable, items)
        }
        let free = zip(items, isLocked).filter { !$0.1 }.map(\.0)
        var answers = await (free.count < items.count ? answer(free) : answerRest(free)).makeIterator()
        return isLocked.map { $0 ? .failure(.locked) : answers.next() ?? .failure(.unavailable) }
    }

    /// No phone of theirs is locked: the lock is gone by now, or it is on a limit that all of them share.
    private func answerRest(_ items: [Item]) async -> [Answer] {
        await attempt(items) { failures(.unavailable, $0) }
    }

    private func attempt(_ items: [Item], whenLocked: ([Item]) async -> [Answer]) async -> [Answer] {
        if items.isEmpty { return [] }
        do {
            return try await run(items).map(Answer.success)
        } catch {
            switch error {
            case .unavailable: return await answerOneByOne(items)
            case .locked: return await whenLocked(items)
            case .unfit, .unreadable, .broken:
                return items.count > 1 ? await answerHalves(items) : failures(await judge(error), items)
            }
        }
    }

    /// Where the store is well, one item made the batch too slow; the other items must not wait for it.
    ///
    /// An item with a slow row is answered as if the row were locked. After five such items the rest is answered like
    /// that as well, without a try. Otherwise a tenant whose rows are all slow would hold a connection for minutes.
    private func answerOneByOne(_ items: [Item]) async -> [Answer] {
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
                answers.append(.failure(await judge(error)))
            }
        }
        return answers
    }

    private func isWell() async -> Bool {
        do {
            try await examine()
            return true
        } catch {
            // The items are put off; the gate, which asks next, examines the database again and logs what is wrong.
            return false
        }
    }

    /// Finds one bad item among five hundred with some eighteen transactions.
    private func answerHalves(_ items: [Item]) async -> [Answer] {
        let rest = Array(items[(items.count / 2)...])
        let first = await answer(Array(items[..<(items.count / 2)]))
        for case .failure(let problem) in first where problem.isEverybodys { return first + failures(problem, rest) }
        return first + (await answer(rest))
    }

    /// The problem that an item met alone, which may be the store's fault nevertheless.
    private func judge(_ problem: StoreProblem) async -> StoreProblem {
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
