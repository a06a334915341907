import Logging
import ServiceLifecycle
import VerificationCore

/// Takes receipts off the queue and saves them, whatever waits together in one transaction.
///
/// A message leaves the queue only after the store has its receipts. While the database is away the service keeps what it
/// has in hand, and the queue keeps the rest. On graceful shutdown it takes no more, ends the transaction under way, and
/// gives back what the store has not got.
package struct ReceiptService: Service {
    /// The most receipts in a transaction, unless a single message holds more.
    private static let largestBatch = 500

    private let inbox: any ReceiptInbox
    private let store: any ReceiptStore
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
        inbox: any ReceiptInbox, store: any ReceiptStore, gate: StoreGate, settings: WorkerTimes = WorkerTimes(),
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
            inHand.add(TakenReceipts(delivery: delivery, receipts: try ReceiptCodec.decode(delivery)))
        } catch {
            await bury(delivery, as: error)
        }
    }

    private func saveAll() async -> Part {
        for await _ in inHand.arrivals {
            while let batch = inHand.next(atMost: Self.largestBatch) {
                await save(batch)
                inHand.letGo(of: batch)
            }
        }
        return .stop
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

    private func bury(_ delivery: RequestDelivery, as letter: DeadLetter) async {
        metrics.dead(letter.reason)
        await inbox.bury(delivery, as: letter)
    }
}

// MARK: - Saving

extension ReceiptService {
    /// Saves a batch and settles it; a lock is waited for.
    private func save(_ batch: [TakenReceipts]) async {
        while let undone = await undone(with: batch) {
            switch undone {
            case .stopped: return await giveBack(batch)
            case .dead(let letter): return await saveApart(batch, letter)
            case .heldUp(let trouble):
                guard trouble.detail == nil else {
                    return await saveApart(batch, DeadLetter(.internalError, detail: trouble.detail))
                }
                // A cancelled sleep means that the drain is over: the next question is not put to the store.
                try? await Task.sleep(for: settings.storeProbe)
            }
        }
    }

    /// Nil when the store has all of them.
    private func undone(with batch: [TakenReceipts]) async -> Undone? {
        do throws(Undone) {
            let changes = try await gate.answer(.untilSentBack) { () throws(StoreProblem) in
                try await store.note(batch.flatMap(\.receipts))
            }
            for change in changes { tallies.changed(change, at: now()) }
        } catch {
            return error
        }
        for taken in batch {
            inbox.acknowledge(taken.delivery)
            metrics.count(taken.receipts)
        }
        return nil
    }

    /// Saves each message alone, after the store could not take all of them; puts the one aside that it never takes.
    private func saveApart(_ batch: [TakenReceipts], _ letter: DeadLetter) async {
        guard batch.count > 1 else {
            for taken in batch { await bury(taken.delivery, as: letter) }
            return
        }
        for taken in batch { await save([taken]) }
    }

    private func giveBack(_ batch: [TakenReceipts]) async {
        // The process's other services may have stopped the gate a moment before this service stopped its inbox. While the
        // store does not fit, the inbox is paused already.
        if gate.isStopping { await inbox.stopTaking() }
        for taken in batch { inbox.giveBack(taken.delivery) }
    }
}
