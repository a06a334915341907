import Synchronization

/// What tasks want from a link, gathered until the link's event loop comes to it.
///
/// Only the first item after a visit has to wake the loop, so many submits cost one wake-up and one write.
final class LinkMailbox: Sendable {
    /// What one task wants.
    enum Item: Sendable {
        case submit(
            SubmitMessage, ticket: UInt64, deadline: ContinuousClock.Instant, CheckedContinuation<SubmitEnd, Never>)
        case abandon(ticket: UInt64)
        case answer(DeliverRequest, isTaken: Bool)
    }

    private struct State {
        var items: [Item] = []
        var isLoopAwake = false
    }

    private let state = Mutex(State())

    /// - Returns: whether the loop has to be woken.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            defer { state.isLoopAwake = true }
            return !state.isLoopAwake
        }
    }

    /// Gives all items, in order, for an empty box, whose memory is used for the next.
    func empty(into box: inout [Item]) {
        box.removeAll(keepingCapacity: true)
        state.withLock { state in
            swap(&state.items, &box)
            state.isLoopAwake = false
        }
    }
}

/// A `deliver_sm` on its way to the handler.
struct DeliverRequest: Sendable {
    let message: DeliverMessage
    let sequence: UInt32
    /// On which connection it came; another connection's SMSC would not know the number.
    let connection: Int
}
