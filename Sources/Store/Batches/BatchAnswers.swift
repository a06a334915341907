import VerificationCore

/// Answers batches, and keeps the trouble of one item away from the other items.
///
/// **Doubt** stays with an item. When no answer came to the commit of a batch, each of its items is saved or not. From
/// then on an item's answer is its outcome or `inDoubt`, whatever its next transaction meets. Example: a commit hangs,
/// and the item's own hanging commit holds the lock that its next transaction waits for. That lock says nothing of
/// another transaction, so the answer is not `locked`.
struct BatchAnswers<Item: Sendable, Outcome: Sendable>: Sendable {
    typealias Answer = Result<Outcome, StoreError>

    private static var mostUnanswered: Int { 5 }

    /// Runs one transaction for all the items.
    let run: @Sendable ([Item]) async throws(StoreError) -> [Outcome]
    /// Runs a short transaction for one item of a batch that was too slow; nil when callers cannot wait longer.
    let runAlone: (@Sendable (Item) async throws(StoreError) -> Outcome)?
    /// Tells for each item whether another transaction holds a row that the item needs; does not wait for the row.
    let holds: @Sendable ([Item]) async throws(StoreError) -> [RowHold]
    /// Throws when the store is at fault, and not the item.
    let examine: @Sendable () async throws(StoreError) -> Void

    /// Returns an answer for each item, in the order of the items.
    func answer(_ items: [Item]) async -> [Answer] {
        await attempt(items) { await answerUnlocked($0) }
    }

    /// Answers items whose rows are held with `locked` or `busy`, without a transaction for them.
    ///
    /// For batches that met a lock, or that hold an item that met a lock a moment ago.
    func answerUnlocked(_ items: [Item]) async -> [Answer] {
        let holds: [RowHold]
        do {
            holds = try await self.holds(items)
        } catch {
            // For example another transaction has locked the whole table: no item can go on before its end.
            return failures(error == .locked ? .busy : .unavailable, for: items)
        }
        let free = zip(items, holds).filter { $0.1 == .free }.map(\.0)
        var answers = await (free.count < items.count ? answer(free) : answerRest(free)).makeIterator()
        return holds.map { hold in
            switch hold {
            case .free: answers.next() ?? .failure(.unavailable)
            case .ownRow: .failure(.locked)
            case .sharedRow: .failure(.busy)
            }
        }
    }

    /// Tries again the items that need no held row: by now the lock is gone, or it is on a new row that they share.
    private func answerRest(_ items: [Item]) async -> [Answer] {
        await attempt(items) { failures(.busy, for: $0) }
    }

    private func attempt(_ items: [Item], whenLocked: ([Item]) async -> [Answer]) async -> [Answer] {
        if items.isEmpty { return [] }
        do {
            return try await run(items).map(Answer.success)
        } catch {
            switch error {
            case .inDoubt: return await answerOneByOne(items).map(\.withDoubt)
            case .unavailable: return await answerOneByOne(items)
            case .locked: return await whenLocked(items)
            case .busy: return failures(.busy, for: items)
            case .unfit, .unreadable, .keyMissing, .broken:
                return items.count > 1 ? await answerHalves(items) : failures(await judge(error), for: items)
            }
        }
    }

    /// Answers each item by a transaction of its own: when the store is well, a slow item has held the batch up.
    ///
    /// A slow item is answered as if its row were locked. After five items that are slow or locked, the rest is answered
    /// in the same way, without a transaction. Otherwise a tenant whose rows are all slow would hold a connection for
    /// minutes.
    private func answerOneByOne(_ items: [Item]) async -> [Answer] {
        guard let runAlone, await isWell() else { return failures(.unavailable, for: items) }
        var answers: [Answer] = []
        var unanswered = 0
        for item in items {
            guard unanswered < Self.mostUnanswered else {
                return answers + failures(.locked, for: Array(items[answers.count...]))
            }
            do throws(StoreError) {
                answers.append(.success(try await runAlone(item)))
            } catch {
                switch error {
                case .unavailable, .inDoubt:
                    guard await isWell() else {
                        return answers + [.failure(error)]
                            + failures(.unavailable, for: Array(items[(answers.count + 1)...]))
                    }
                    answers.append(.failure(error == .inDoubt ? .inDoubt : .locked))
                    unanswered += 1
                case .locked, .busy:
                    answers.append(.failure(.locked))
                    unanswered += 1
                case .unfit, .unreadable, .keyMissing, .broken:
                    answers.append(.failure(await judge(error)))
                }
            }
        }
        return answers
    }

    private func isWell() async -> Bool {
        do {
            try await examine()
            return true
        } catch {
            // The items are put off. The gate examines the database next, and logs what is wrong.
            return false
        }
    }

    /// Halves the batch until a bad item is alone: about eighteen transactions for one bad item among five hundred.
    private func answerHalves(_ items: [Item]) async -> [Answer] {
        let rest = Array(items[(items.count / 2)...])
        let first = await answer(Array(items[..<(items.count / 2)]))
        for case .failure(let problem) in first where problem.isEverybodys {
            return first + failures(problem, for: rest)
        }
        return first + (await answer(rest))
    }

    /// Returns the examination's problem when the store is at fault, and otherwise the problem of the item itself.
    private func judge(_ problem: StoreError) async -> StoreError {
        do {
            try await examine()
        } catch {
            return error
        }
        if case .unfit(let words) = problem { return .unreadable(words) }
        return problem
    }

    private func failures(_ problem: StoreError, for items: [Item]) -> [Answer] {
        items.map { _ in .failure(problem) }
    }
}

extension Result where Failure == StoreError {
    /// The answer for an item whose first transaction may have saved it.
    fileprivate var withDoubt: Self {
        switch self {
        case .success, .failure(.broken): self
        case .failure: .failure(.inDoubt)
        }
    }
}

extension StoreError {
    /// Whether every other call would meet the same problem.
    fileprivate var isEverybodys: Bool {
        switch self {
        case .unavailable, .unfit: true
        case .inDoubt, .locked, .busy, .unreadable, .keyMissing, .broken: false
        }
    }
}

/// Whether another transaction holds a row that an item needs.
enum RowHold: Sendable, Hashable {
    case free
    /// A row of the item's own phone or message.
    case ownRow
    /// A row that many items share, such as the limit of an app.
    case sharedRow
}
