import HeapModule
import VerificationCore

/// Sends receipts at their times, and again when the sender of the message does not take them.
///
/// It sends the receipts of a message one after another, those of different messages side by side.
actor ReceiptScheduler {
    private struct Entry: Comparable {
        let due: ContinuousClock.Instant
        /// Of two entries that are due at the same time, the earlier comes first.
        let order: Int
        let pending: PendingReceipts

        static func < (left: Entry, right: Entry) -> Bool { (left.due, left.order) < (right.due, right.order) }
        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    /// How many messages may wait for their receipts; what comes beyond them has none.
    private static let capacity = 100_000
    /// How many receipts may be on their way at once.
    private static let places = 64
    /// How long to wait before sending the same receipt again; after the last pause the scheduler gives it up.
    private static let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(5), .seconds(10), .seconds(30)]

    private let inbox: SandboxInbox
    private let now: @Sendable () -> Timestamp
    private var entries = Heap<Entry>()
    private var lastOrder = 0
    private var underWay = 0
    private var timer: Task<Void, Never>?
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init(inbox: SandboxInbox, now: @escaping @Sendable () -> Timestamp) {
        self.inbox = inbox
        self.now = now
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Takes the receipts of a message; `run` sends them.
    func put(_ pending: PendingReceipts) {
        guard let step = pending.steps.first, entries.count < Self.capacity else { return }
        insert(pending, due: pending.start + step.after)
    }

    /// Sends receipts until the task is cancelled; call it once.
    func run() async {
        await withDiscardingTaskGroup { group in
            startDue(in: &group)
            for await _ in signals { startDue(in: &group) }
            group.cancelAll()
        }
        timer?.cancel()
    }

    private func insert(_ pending: PendingReceipts, due: ContinuousClock.Instant) {
        lastOrder += 1
        entries.insert(Entry(due: due, order: lastOrder, pending: pending))
        signal.yield()
    }

    private func startDue(in group: inout DiscardingTaskGroup) {
        while underWay < Self.places, let first = entries.min, first.due <= .now {
            entries.removeMin()
            underWay += 1
            group.addTask { await self.tell(first.pending) }
        }
        timer?.cancel()
        guard underWay < Self.places, let due = entries.min?.due else { return }
        timer = Task { [signal] in
            // A cancelled sleep means that another timer has taken its place.
            if (try? await Task.sleep(until: due, clock: .continuous)) != nil { signal.yield() }
        }
    }

    private func tell(_ pending: PendingReceipts) async {
        guard let step = pending.steps.first else { return }
        let end = await pending.teller(
            ReceiptContent(
                status: step.status, id: pending.id, draft: pending.draft, takenAt: pending.takenAt, toldAt: now()))
        underWay -= 1
        signal.yield()
        var rest = pending
        switch end {
        case .told, .notWanted:
            if end == .told, let sequence = pending.sequence { inbox.note(step.status, of: sequence) }
            rest.steps = pending.steps.dropFirst()
            rest.failures = 0
            if let next = rest.steps.first { insert(rest, due: pending.start + next.after) }
        case .failed:
            guard pending.failures < Self.pauses.count else { return }
            rest.failures += 1
            insert(rest, due: .now + Self.pauses[pending.failures])
        }
    }
}
