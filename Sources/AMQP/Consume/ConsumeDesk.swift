import ConnectionSupport
import Synchronization

/// Where the connection and the tasks that settle its deliveries meet.
///
/// A task that settles takes one lock. The first task since the last fetch also asks the connection to fetch. The
/// connection takes the settlements of later tasks with the same fetch.
final class ConsumeDesk: Sendable {
    private struct State {
        var ledger = SettlementLedger()
        var isFetchAsked = false
        var isStopping = false
        /// Asks the connection to send; nil without a connection.
        var askToFetch: (@Sendable () -> Void)?
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

    func fetch() -> [Settlement] {
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
