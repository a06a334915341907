import Logging
import ServiceLifecycle
import VerificationCore

/// Takes receipts off the queue and saves them, whatever waits together in one transaction.
///
/// A message leaves the queue only after the store has its receipts. While the database is away the service keeps what it
/// has in hand, and the queue keeps the rest. On graceful shutdown it takes no more, ends the transactions under way, and
/// gives back what the store has not got.
///
/// A receipt whose message another transaction has locked waits apart from the others, and is brought again after
/// growing pauses. Its place in the prefetch stays taken. When a foreign transaction locks as many messages as the
/// prefetch has places, the queue keeps all later receipts until the first lock is gone. To give the locked receipts
/// back would not help: the queue of receipts has no delays, so the broker would deliver them again at once.
package struct ReceiptService: Service {
    /// The most receipts in a transaction, unless a single message holds more.
    private static let largestBatch = 500
    /// The longest pause before a locked receipt is brought again.
    private static let longestPause = Duration.seconds(30)

    private let inbox: any ReceiptInbox
    private let store: any VerificationStore
    private let gate: StoreGate
    private let settings: WorkerTimes
    private let tallies: TallyBook
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let inHand = ReceiptsInHand()
    private let metrics = ReceiptMetrics()

    /// - Parameters:
    ///   - inbox: The queue of receipts.
    ///   - store: Gets the receipts.
    ///   - gate: The gate that the whole process shares, before the same database.
    ///   - settings: The times of a worker.
    ///   - tallies: Counts what messages have come to.
    ///   - now: The store's clock, as far as this process knows it.
    ///   - logger: Gets a line when the service ends.
    package init(
        inbox: any ReceiptInbox, store: any VerificationStore, gate: StoreGate, settings: WorkerTimes = WorkerTimes(),
        tallies: TallyBook, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.inbox = inbox
        self.store = store
        self.gate = gate
        self.settings = settings
        self.tallies = tallies
        self.now = now
        self.logger = logger
    }

    /// How many receipts the service has taken and not settled.
    package var receiptsInHand: Int { inHand.count }

    package func run() async throws {
        await withTaskGroup { group in
            group.addTask { await takeAll() }
            group.addTask { await saveAll() }
            group.addTask { await stopOnShutdown() }
            // `saveAll` ends with the last delivery, `stopOnShutdown` when the drain has taken too long.
            var ended = await group.next()
            while ended == .some(.keepGoing) { ended = await group.next() }
            group.cancelAll()
        }
        logger.info("receipts are taken no more")
    }

    private enum Part { case keepGoing, stop }

    private func takeAll() async -> Part {
        for await deliveries in inbox.deliveries {
            for delivery in deliveries { await take(delivery) }
        }
        inHand.finish()
        return .keepGoing
    }

    /// Reads a delivery; what holds no receipts is put aside.
    private func take(_ delivery: RequestDelivery) async {
        do {
            inHand.add(TakenReceipts(delivery: delivery, try ReceiptCodec.decode(delivery)))
        } catch {
            await bury(delivery, as: error)
        }
    }

    private func saveAll() async -> Part {
        await withTaskGroup { group in
            group.addTask { await saveFreed() }
            for await _ in inHand.arrivals {
                while let batch = inHand.next(atMost: Self.largestBatch) { await save(batch) }
            }
            // The service takes no more, so what is still locked goes to another worker.
            group.cancelAll()
        }
        for batch in inHand.free(at: nil, atMost: Self.largestBatch) { await giveBack(batch) }
        return .stop
    }

    /// Brings receipts again that have met a lock, beside the transactions of the others.
    private func saveFreed() async {
        while (try? await Task.sleep(for: settings.storeProbe)) != nil {
            for batch in inHand.free(at: .now, atMost: Self.largestBatch) { await save(batch) }
        }
    }

    private func stopOnShutdown() async -> Part {
        do {
            try await gracefulShutdown()
        } catch {
            // Only a cancelled task gets here: the parts beside it end as well.
            return .keepGoing
        }
        // In this order: otherwise the broker could send this service the receipts that it gives back.
        await inbox.stopTaking()
        gate.stop()
        try? await Task.sleep(for: settings.drainDeadline)
        return .stop
    }

    /// Lets a message go that the store has got, but for what could not be read.
    ///
    /// A worker that dies before it leaves the whole message on the queue: receipts that come twice change nothing.
    private func letGo(_ taken: TakenReceipts) async {
        guard let unreadable = taken.unreadable else { return inbox.acknowledge(taken.delivery) }
        await bury(taken.delivery, as: unreadable.letter, body: unreadable.body)
    }

    private func bury(_ delivery: RequestDelivery, as letter: DeadLetter, body: [UInt8]? = nil) async {
        metrics.dead(letter.reason)
        await inbox.bury(delivery, as: letter, body: body)
    }
}

// MARK: - Saving

extension ReceiptService {
    /// Saves a batch and settles its messages; while the store is away or unfit, it waits with what is left.
    private func save(_ batch: [TakenReceipts]) async {
        var left = batch
        do throws(Undone) {
            try await gate.answer(.untilSentBack) { () throws(StoreProblem) in
                let trouble: StoreProblem?
                (left, trouble) = await settle(left, by: await store.note(left.flatMap(\.receipts)))
                if let trouble { throw trouble }
            }
        } catch {
            // The gate throws nothing else here: what is one message's own trouble does not get to it.
            await giveBack(left)
        }
    }

    /// - Returns: the messages with receipts that no store could answer at this moment, and why.
    private func settle(
        _ batch: [TakenReceipts], by answers: [Result<DeliveryChange?, StoreProblem>]
    ) async -> (left: [TakenReceipts], trouble: StoreProblem?) {
        var answers = answers[...]
        var left: [TakenReceipts] = []
        var trouble: StoreProblem?
        for taken in batch {
            let mine = answers.prefix(taken.receipts.count)
            answers = answers.dropFirst(taken.receipts.count)
            switch note(taken, mine) {
            case .saved: await letGo(taken)
            case .waits(let rest, let problem):
                left.append(rest)
                trouble = problem
            case .locked(let rest): hold(rest)
            case .dead(let rest, let letter):
                await bury(taken.delivery, as: letter)
                inHand.letGo(rest.receipts.count)
            }
        }
        return (left, trouble)
    }

    /// What a message's receipts have come to; the first case that fits any of them is the message's.
    private enum Noted {
        case waits(TakenReceipts, StoreProblem)
        case locked(TakenReceipts)
        case dead(TakenReceipts, DeadLetter)
        case saved
    }

    /// Counts the receipts that are saved; `rest` of a message are the others.
    private func note(_ taken: TakenReceipts, _ answers: ArraySlice<Result<DeliveryChange?, StoreProblem>>) -> Noted {
        var rest = taken
        rest.receipts = []
        var saved: [GatewayReceipt] = []
        var (trouble, isLocked, letter) = (StoreProblem?.none, false, DeadLetter?.none)
        for (receipt, answer) in zip(taken.receipts, answers) {
            do throws(StoreProblem) {
                if let change = try answer.get() { tallies.changed(change, at: now()) }
                saved.append(receipt)
            } catch {
                rest.receipts.append(receipt)
                switch error {
                case .unavailable, .unfit: trouble = error
                // A receipt in doubt is told again, which is harmless.
                case .locked, .busy, .inDoubt: isLocked = true
                case .unreadable(let words), .broken(let words):
                    letter = DeadLetter(.internalError, detail: words)
                }
            }
        }
        metrics.count(saved)
        inHand.letGo(saved.count)
        if let trouble { return .waits(rest, trouble) }
        if isLocked { return .locked(rest) }
        return letter.map { .dead(rest, $0) } ?? .saved
    }

    /// Keeps a locked message apart: half a second at first, and each time twice as long.
    private func hold(_ taken: TakenReceipts) {
        var taken = taken
        let pause = min(Self.longestPause, settings.storeProbe * (1 << min(taken.locks, 20)))
        taken.locks += 1
        inHand.hold(taken, until: .now + pause)
    }

    private func giveBack(_ batch: [TakenReceipts]) async {
        // The process's other services may have stopped the gate a moment before this service stopped its inbox. While the
        // store does not fit, the inbox is paused already.
        if gate.isStopping { await inbox.stopTaking() }
        for taken in batch {
            inbox.giveBack(taken.delivery)
            inHand.letGo(taken.receipts.count)
        }
    }
}
