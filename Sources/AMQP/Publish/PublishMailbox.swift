import Connections
import Synchronization

/// Where publishing tasks and the connection meet: a task hands in its message and waits for the answer.
///
/// A task that hands in takes one lock. The first task since the last fetch also asks the connection to fetch. The
/// connection takes the messages of later tasks with the same fetch.
final class PublishMailbox: Sendable {
    typealias Waiter = CheckedContinuation<Result<Void, AMQPError>, Never>
    typealias Ledger = PublishLedger<Waiter>

    private struct State {
        var ledger: Ledger
        var isFetchAsked = false
        /// The bytes of the largest frame on the last connection; 131,072 before the first connection.
        var frameSize = 131_072
        /// Asks the connection to send; nil without a connection.
        var askToFetch: (@Sendable () -> Void)?
        /// Rings at the earliest deadline or before; nil before the first connection.
        ///
        /// It rings on another thread than the connection's, which may hang in a call for a while.
        var deadlines: LoopTimer?
    }

    private static let closedError = AMQPError(.closed, context: "the publisher was closed")

    let broadcast = StateBroadcast<AMQPConnectionState>(.connecting(lastFailure: nil), last: .closed)
    private let state: Mutex<State>

    init(window: Int) {
        let notYet = AMQPError(.notConnected, context: "not connected yet")
        state = Mutex(State(ledger: Ledger(window: window, refusal: notYet)))
    }

    var isIdle: Bool { state.withLock(\.ledger.isIdle) }

    /// The bytes of the largest frame that the broker takes.
    var frameSize: Int { state.withLock(\.frameSize) }

    func agreed(frameSize: Int) {
        state.withLock { $0.frameSize = frameSize }
    }

    /// Whether the broker owes confirmations and has given no confirmation for `longestQuiet`.
    func isUnanswered(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.ledger.isUnanswered(at: now) }
    }

    /// Whether the broker refuses every message for a queue, so that a new connection is worth a try.
    func isRefused(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { $0.ledger.isRefused(at: now) }
    }

    func submit(_ submission: Ledger.Submission) {
        let (refusal, ask) = state.withLock { state -> (AMQPError?, (@Sendable () -> Void)?) in
            if let refusal = state.ledger.submit(submission) { return (refusal, nil) }
            if state.ledger.earliestDeadline == submission.deadline {
                state.deadlines?.ring(noLaterThan: submission.deadline)
            }
            guard !state.isFetchAsked, state.ledger.canSend else { return (nil, nil) }
            state.isFetchAsked = true
            return (nil, state.askToFetch)
        }
        if let refusal { submission.waiter.resume(returning: .failure(refusal)) }
        ask?()
    }

    func fetch() -> [Ledger.Submission] {
        state.withLock { state in
            state.isFetchAsked = false
            return state.ledger.takeSendable(at: .now)
        }
    }

    func take(_ answers: [PublishAnswer]) {
        guard !answers.isEmpty else { return }
        let now = ContinuousClock.now
        settle(at: now) { ledger in
            var settled: [Ledger.Answer] = []
            for answer in answers {
                switch answer {
                case .returned(let message): ledger.returned(message)
                case .confirmed(let confirmation): settled += ledger.confirmed(confirmation, at: now)
                }
            }
            return settled
        }
    }

    func expire(at now: ContinuousClock.Instant) {
        settle(at: now) { $0.expire(at: now) }
        let ask = state.withLock { state in
            if let next = state.ledger.earliestDeadline { state.deadlines?.ring(noLaterThan: next) }
            return state.ledger.isRefused(at: now) ? state.askToFetch : nil
        }
        // The connection asks whether it is refused before it sends.
        ask?()
    }

    func opened(askToFetch: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.ledger.connectionOpened()
            state.isFetchAsked = false
            state.askToFetch = askToFetch
            if state.deadlines == nil { state.deadlines = makeTimer() }
        }
        broadcast.change(to: .ready)
    }

    private func makeTimer() -> LoopTimer? {
        ConnectionLoop.shared.map { loop in
            LoopTimer(on: loop) { [weak self] in self?.expire(at: .now) }
        }
    }

    func refuse(_ error: AMQPError, state new: AMQPConnectionState) {
        broadcast.change(to: new)
        settle { $0.refuse(error) }
    }

    func resume() {
        state.withLock { $0.ledger.resume(at: .now) }
        broadcast.change(to: .ready)
    }

    func connectionEnded(_ reason: AMQPError) {
        broadcast.change(to: .connecting(lastFailure: reason))
        lose(reason, refusing: AMQPError(.notConnected, context: reason.context))
    }

    /// Refuses every message from here on; the broker may still confirm messages until the connection ends.
    func close() {
        settle { $0.refuse(PublishMailbox.closedError) }
    }

    func closed() {
        lose(PublishMailbox.closedError, refusing: PublishMailbox.closedError)
        broadcast.change(to: .closed)
    }

    private func lose(_ reason: AMQPError, refusing error: AMQPError) {
        settle { $0.connectionEnded(reason, refusing: error) }
        state.withLock { $0.askToFetch = nil }
    }

    /// Resumes tasks outside the lock: a task may go on at once and publish again.
    private func settle(at now: ContinuousClock.Instant = .now, _ body: (inout Ledger) -> [Ledger.Answer]) {
        let answers = state.withLock { state in
            let answers = body(&state.ledger)
            if let moment = state.ledger.refusalMoment(after: now) { state.deadlines?.ring(noLaterThan: moment) }
            return answers
        }
        for (waiter, result) in answers { waiter.resume(returning: result) }
    }
}

/// What the broker says about published messages, in the order in which it says it.
enum PublishAnswer {
    case returned(ReturnedMessage)
    case confirmed(Confirmation)
}
