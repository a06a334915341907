import Logging
import Synchronization
import VerificationCore

/// Saves the receipts of one message, and says how the message leaves the queue.
///
/// A message leaves the queue only after the store has its receipts. The store gathers what many messages bring into
/// shared transactions. While the database is away the worker keeps what it has in hand, and the queue keeps the rest.
/// When the worker stops, receipts that the store has been given are saved, and the others are given back.
///
/// A receipt whose message another transaction has locked is brought again after growing pauses. Its place in the prefetch
/// stays taken. When a foreign transaction locks as many messages as the prefetch has places, the queue keeps all later
/// receipts until the first lock is gone. To give the locked receipts back would not help: the queue of receipts has no
/// delays, so the broker would deliver them again at once.
package final class ReceiptHandler: JobHandler {
    /// The longest pause before a locked receipt is brought again.
    private static let longestPause = Duration.seconds(30)

    let gate: StoreGate
    let settings: WorkerTimes
    private let store: any VerificationStore
    private let facts: Facts
    private let now: @Sendable () -> Timestamp
    private let inHand = Atomic(0)

    /// - Parameters:
    ///   - store: Gets the receipts.
    ///   - gate: The gate that the whole process shares, before the same database.
    ///   - settings: The times of a worker.
    ///   - facts: Hear of each receipt that is saved.
    ///   - now: The store's clock, as far as this process knows it.
    package init(
        store: any VerificationStore, gate: StoreGate, settings: WorkerTimes = WorkerTimes(), facts: Facts = Facts(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.gate = gate
        self.settings = settings
        self.facts = facts
        self.now = now
    }

    /// How many receipts the worker has in hand and the store has not saved.
    package var receiptsInHand: Int { inHand.load(ordering: .relaxed) }

    func tell(_ fact: Fact) { facts.tell(fact, at: now()) }

    /// Nothing waits here but at the gate, and for locks.
    func stop() {}

    func handle(_ delivery: JobDelivery) async -> Settlement {
        let content: ReceiptCodec.Content
        do {
            content = try ReceiptCodec.decode(delivery)
        } catch {
            return .deadLetter(error)
        }
        var left = content.receipts
        inHand.add(left.count, ordering: .relaxed)
        defer { inHand.subtract(left.count, ordering: .relaxed) }
        do throws(JobError) {
            if let letter = try await save(&left) { return .deadLetter(letter) }
        } catch {
            // The gate throws nothing else here: what is one message's own trouble does not get to it.
            return .giveBack
        }
        // A worker that dies before it leaves the whole message on the queue: receipts that come twice change nothing.
        return content.rest.map { .deadLetter($0.letter, body: $0.body) } ?? .acknowledge()
    }
}

// MARK: - Saving

extension ReceiptHandler {
    /// What keeps receipts of a message from being saved.
    private enum Hindrance {
        case locked
        case deadLetter(DeadLetter)
    }

    /// Saves receipts and waits for locks, until none is left or what is left can never be saved.
    ///
    /// - Parameter left: The receipts that are not saved.
    /// - Returns: Why the rest can never be saved; nil when nothing is left.
    /// - Throws: `stopped` when another worker should have the message.
    private func save(_ left: inout [GatewayReceipt]) async throws(JobError) -> DeadLetter? {
        var locks = 0
        while true {
            let hindrance = try await gate.answer(.untilSentBack) { () throws(StoreError) in
                try await note(&left)
            }
            switch hindrance {
            case nil: return nil
            case .deadLetter(let letter): return letter
            case .locked:
                guard await waitsForLock(after: locks) else { throw .stopped }
                locks += 1
            }
        }
    }

    /// Asks the store once, and keeps in `left` what it has not saved; the first hindrance that fits any of it counts.
    ///
    /// Throws when the store can answer no call at this moment.
    private func note(_ left: inout [GatewayReceipt]) async throws(StoreError) -> Hindrance? {
        var (saved, rest) = (0, [GatewayReceipt]())
        var (outage, isLocked, letter) = (StoreError?.none, false, DeadLetter?.none)
        for (receipt, answer) in zip(left, await store.note(left)) {
            do throws(StoreError) {
                tell(.receiptSaved(receipt, try answer.get()))
                saved += 1
            } catch {
                rest.append(receipt)
                switch error {
                case .unavailable, .unfit: outage = error
                // A receipt in doubt is saved again, which is harmless.
                case .locked, .busy, .inDoubt: isLocked = true
                case .unreadable(let words), .broken(let words):
                    letter = DeadLetter(.internalError, detail: words)
                case .keyMissing: letter = DeadLetter(.internalError, detail: "\(error)")
                }
            }
        }
        left = rest
        inHand.subtract(saved, ordering: .relaxed)
        if let outage { throw outage }
        return isLocked ? .locked : letter.map(Hindrance.deadLetter)
    }

    /// Waits half a second at first, and each time twice as long; false when the process stops meanwhile.
    private func waitsForLock(after locks: Int) async -> Bool {
        let end = ContinuousClock.now + min(Self.longestPause, settings.storeProbe * (1 << min(locks, 20)))
        while ContinuousClock.now < end, !gate.isStopping {
            guard (try? await Task.sleep(for: min(settings.storeProbe, end - .now))) != nil else { return false }
        }
        return !gate.isStopping
    }
}

extension JobWorker {
    /// The worker of receipts; its gate is the handler's.
    package convenience init(_ receipts: ReceiptHandler, from inbox: any JobInbox, logger: Logger) {
        self.init(
            of: .receipts, from: inbox, by: receipts, gate: receipts.gate, settings: receipts.settings, logger: logger)
    }
}
