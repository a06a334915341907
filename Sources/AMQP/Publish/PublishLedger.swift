import DequeModule

/// Which published messages wait, which are unconfirmed, and the broker's answer to each.
///
/// Pure: the clock is an argument. `Waiter` stands for the task that published; it gets exactly one answer.
struct PublishLedger<Waiter> {
    typealias Answer = (waiter: Waiter, result: Result<Void, AMQPError>)

    struct Submission {
        let message: AMQPMessage
        let exchange: String
        let routingKey: String
        let isMandatory: Bool
        let deadline: ContinuousClock.Instant
        let waiter: Waiter
    }

    fileprivate struct Unconfirmed {
        let exchange: String
        let routingKey: String
        let messageID: String?
        let deadline: ContinuousClock.Instant
        /// Nil once the deadline has passed; the message keeps its place in the window, to spare a slow broker.
        var waiter: Waiter?
        var returned: AMQPError?
    }

    /// How long the broker may owe confirmations without giving a single confirmation.
    static var longestQuiet: Duration { .seconds(60) }
    /// How long a connection that is to be given up may owe confirmations.
    static var lastWait: Duration { .milliseconds(200) }

    /// The most messages that the broker has unconfirmed.
    let window: Int
    /// Why the ledger takes no message at present; `closed` stays for ever.
    private var refusal: AMQPError? {
        didSet { if let oldValue, oldValue.code == .closed { refusal = oldValue } }
    }
    private var waiting: Deque<Submission> = []
    private var unconfirmed: [UInt64: Unconfirmed] = [:]
    private var nextTag: UInt64 = 1
    /// Since when the broker owes confirmations without giving a single confirmation; nil while it owes no
    /// confirmation.
    private var quietSince: ContinuousClock.Instant?
    /// Queues whose messages the broker refuses at present.
    private var refusals = RefusalRecord()
    /// No waiter has an earlier deadline.
    private(set) var earliestDeadline: ContinuousClock.Instant?

    init(window: Int, refusal: AMQPError?) {
        self.window = window
        self.refusal = refusal
    }

    var isIdle: Bool { waiting.isEmpty && unconfirmed.isEmpty }

    /// Whether a message could be sent right now.
    var canSend: Bool { refusal == nil && !waiting.isEmpty && unconfirmed.count < window }

    /// Whether the broker owes confirmations and has given no confirmation for `longestQuiet`: it may never answer.
    ///
    /// False while the broker says that it takes no messages at present.
    func isUnanswered(at now: ContinuousClock.Instant) -> Bool {
        guard refusal == nil, let quietSince else { return false }
        return now - quietSince > PublishLedger.longestQuiet
    }

    /// Whether the connection is to be given up for a new one, because the broker refuses every message for a queue.
    ///
    /// No message is sent meanwhile, and the broker gets a moment for the confirmations that it still owes.
    func isRefused(at now: ContinuousClock.Instant) -> Bool {
        guard refusal == nil, refusals.isOver(at: now) else { return false }
        return unconfirmed.isEmpty || refusals.isOver(at: now - PublishLedger.lastWait)
    }

    /// When to ask next for `isRefused`; nil when the answer will not change by itself.
    func refusalMoment(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        refusals.end.flatMap { end in [end, end + PublishLedger.lastWait].first { $0 > now } }
    }

    /// Takes a message in, or says why not.
    mutating func submit(_ submission: Submission) -> AMQPError? {
        if let refusal { return refusal }
        waiting.append(submission)
        earliestDeadline = min(earliestDeadline ?? submission.deadline, submission.deadline)
        return nil
    }

    /// The messages that fit into the window now; they count as sent from here on, in this order.
    mutating func takeSendable(at now: ContinuousClock.Instant) -> [Submission] {
        guard canSend, !refusals.isOver(at: now) else { return [] }
        let batch = Array(waiting.prefix(window - unconfirmed.count))
        waiting.removeFirst(batch.count)
        for submission in batch {
            unconfirmed[nextTag] = Unconfirmed(
                exchange: submission.exchange, routingKey: submission.routingKey,
                messageID: submission.message.messageID, deadline: submission.deadline, waiter: submission.waiter)
            nextTag += 1
        }
        quietSince = quietSince ?? now
        return batch
    }

    /// Notes that a message reached no queue; its answer comes with its confirmation, which follows.
    ///
    /// The broker does not say the tag. So the ledger takes the oldest message with the same exchange, key and id.
    mutating func returned(_ message: ReturnedMessage) {
        let tag = unconfirmed.filter { _, entry in
            entry.returned == nil && entry.exchange == message.exchange && entry.routingKey == message.routingKey
                && entry.messageID == message.messageID
        }.keys.min()
        guard let tag else { return }
        unconfirmed[tag]?.returned = AMQPError(
            .returned,
            context: "\(message.reason), exchange \"\(message.exchange)\", routing key \"\(message.routingKey)\"")
    }

    mutating func confirmed(_ confirmation: Confirmation, at now: ContinuousClock.Instant) -> [Answer] {
        defer { quietSince = unconfirmed.isEmpty ? nil : now }
        guard confirmation.coversEarlier else {
            return settle(confirmation.tag, isAccepted: confirmation.isAccepted, at: now).map { [$0] } ?? []
        }
        return unconfirmed.keys.filter { $0 <= confirmation.tag }.sorted()
            .compactMap { settle($0, isAccepted: confirmation.isAccepted, at: now) }
    }

    private mutating func settle(_ tag: UInt64, isAccepted: Bool, at now: ContinuousClock.Instant) -> Answer? {
        guard let entry = unconfirmed.removeValue(forKey: tag) else { return nil }
        refusals.note(isRefused: !isAccepted, key: entry.routingKey, at: now)
        guard let waiter = entry.waiter else { return nil }
        if let returned = entry.returned { return (waiter, .failure(returned)) }
        return (
            waiter, isAccepted ? .success(()) : .failure(AMQPError(.nacked, context: "the broker refused the message"))
        )
    }

    /// Answers the waiters whose deadline has passed.
    mutating func expire(at now: ContinuousClock.Instant) -> [Answer] {
        guard let earliestDeadline, earliestDeadline <= now else { return [] }
        var answers: [Answer] = []
        for (tag, entry) in unconfirmed where entry.deadline <= now {
            guard let waiter = entry.waiter else { continue }
            unconfirmed[tag]?.waiter = nil
            let error = entry.returned ?? AMQPError(.unconfirmed, context: "no confirmation within the deadline")
            answers.append((waiter, .failure(error)))
        }
        for submission in waiting where submission.deadline <= now {
            let error = AMQPError(.notSent, context: "\(unconfirmed.count) messages were unconfirmed all the time")
            answers.append((submission.waiter, .failure(error)))
        }
        waiting.removeAll { $0.deadline <= now }
        let open = unconfirmed.values.lazy.filter { $0.waiter != nil }.map(\.deadline)
        self.earliestDeadline = [waiting.lazy.map(\.deadline).min(), open.min()].compactMap { $0 }.min()
        return answers
    }

    /// A new connection: its tags count from 1.
    mutating func connectionOpened() {
        refusal = nil
        nextTag = 1
    }

    /// Takes no messages until `resume`: messages that wait are refused, unconfirmed messages stay unconfirmed.
    mutating func refuse(_ error: AMQPError) -> [Answer] {
        refusal = error
        let answers = waiting.map { (waiter: $0.waiter, result: Result<Void, AMQPError>.failure(error)) }
        waiting = []
        return answers
    }

    /// Takes messages again, on the same connection.
    mutating func resume(at now: ContinuousClock.Instant) {
        refusal = nil
        if quietSince != nil { quietSince = now }
    }

    /// The connection is gone, and with it every confirmation that was still to come.
    mutating func connectionEnded(_ reason: AMQPError, refusing error: AMQPError) -> [Answer] {
        var answers = refuse(error)
        for (_, entry) in unconfirmed.sorted(by: { $0.key < $1.key }) {
            guard let waiter = entry.waiter else { continue }
            let unknown = AMQPError(.unconfirmed, context: "the connection ended before the answer: \(reason.context)")
            answers.append((waiter, .failure(entry.returned ?? unknown)))
        }
        unconfirmed = [:]
        quietSince = nil
        earliestDeadline = nil
        refusals.connectionEnded()
        return answers
    }
}

extension PublishLedger: Sendable where Waiter: Sendable {}
extension PublishLedger.Submission: Sendable where Waiter: Sendable {}
extension PublishLedger.Unconfirmed: Sendable where Waiter: Sendable {}
