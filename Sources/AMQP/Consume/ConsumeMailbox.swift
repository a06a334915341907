import Connections
import Synchronization

/// Where the connection and the tasks that settle its deliveries meet.
///
/// A task that settles takes one lock. The first task since the last fetch also asks the connection to fetch. The
/// connection takes the settlements of later tasks with the same fetch.
final class ConsumeMailbox: Sendable {
    private struct State {
        var ledger = SettlementLedger()
        var isFetchAsked = false
        var isStopping = false
        var isPaused = false
        /// Whether the broker may send messages on the present connection.
        var isSubscribed = false
        /// Asks the connection to send; nil without a connection.
        var askToFetch: (@Sendable () -> Void)?
    }

    /// What the consumer's owner wants of the subscription.
    enum DesiredState {
        case take
        /// No messages for now; the connection stays.
        case pause
        /// No messages any more, whether it was paused or not.
        case stop
    }

    let broadcast = StateBroadcast<AMQPConnectionState>(.connecting(lastFailure: nil), last: .closed)
    let deliveries: AsyncStream<[AMQPDelivery]>
    private let output: AsyncStream<[AMQPDelivery]>.Continuation
    private let state = Mutex(State())

    init() {
        // Not bounded here: the broker stops delivering when the prefetch is reached.
        (deliveries, output) = AsyncStream.makeStream(of: [AMQPDelivery].self)
    }

    /// Whether the subscription is to end, or has ended.
    var isStopping: Bool { state.withLock(\.isStopping) }

    var desiredState: DesiredState {
        state.withLock { $0.isStopping ? .stop : $0.isPaused ? .pause : .take }
    }

    /// Whether a pause is wanted, and the broker sends nothing more.
    var isPaused: Bool { state.withLock { $0.isPaused && !$0.isSubscribed } }

    /// How many deliveries of the present connection are unsettled.
    var unsettled: Int { state.withLock(\.ledger.unsettledCount) }

    /// The number of the present connection; between two connections it is a number that no delivery has.
    var generation: Int { state.withLock(\.ledger.generation) }

    var isIdle: Bool { state.withLock { !$0.ledger.hasFrames } }

    func settle(_ body: (inout SettlementLedger) -> Void) {
        let ask = state.withLock { state -> (@Sendable () -> Void)? in
            body(&state.ledger)
            guard state.ledger.hasFrames, !state.isFetchAsked else { return nil }
            state.isFetchAsked = state.askToFetch != nil
            return state.askToFetch
        }
        ask?()
    }

    func fetch() -> [AcknowledgementFrame] {
        state.withLock { state in
            state.isFetchAsked = false
            return state.ledger.hasFrames ? state.ledger.takeFrames() : []
        }
    }

    /// Passes the deliveries on to the reader, marked with the number of their connection.
    func hand(over batch: [AMQPDelivery]) {
        var batch = batch
        state.withLock { state in
            for index in batch.indices {
                batch[index].generation = state.ledger.generation
                state.ledger.delivered(batch[index].tag)
            }
        }
        output.yield(batch)
    }

    /// Forgets what belongs to the last connection, just before the next connection may deliver.
    func beginConnection() {
        state.withLock { $0.ledger.beginConnection() }
    }

    func opened(askToFetch: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isFetchAsked = false
            state.askToFetch = askToFetch
        }
        broadcast.change(to: .ready)
    }

    /// Notes the desired state, and makes the connection follow it; a later connection reads it before it subscribes.
    func setPaused(_ isPaused: Bool) {
        let ask = state.withLock { state in
            defer { state.isPaused = isPaused }
            return state.isPaused == isPaused ? nil : state.askToFetch
        }
        ask?()
    }

    /// Notes what the connection has asked of the broker, or what the broker has answered.
    func setSubscribed(_ isSubscribed: Bool) {
        state.withLock { $0.isSubscribed = isSubscribed }
    }

    /// Makes the connection cancel the subscription; without a connection `deliveries` ends at once.
    func stop() {
        let ask = state.withLock { state in
            state.isStopping = true
            return state.askToFetch
        }
        if let ask { ask() } else { endDeliveries() }
    }

    /// The reader of `deliveries` sees the end after everything that was handed over.
    func endDeliveries() {
        output.finish()
    }

    func connectionEnded(_ failure: AMQPError?) {
        let isStopping = state.withLock { state in
            state.askToFetch = nil
            state.isSubscribed = false
            state.ledger.beginConnection()
            return state.isStopping
        }
        if isStopping { endDeliveries() }
        if let failure { broadcast.change(to: .connecting(lastFailure: failure)) }
    }

    func closed() {
        state.withLock { $0.isStopping = true }
        endDeliveries()
        broadcast.change(to: .closed)
    }
}
