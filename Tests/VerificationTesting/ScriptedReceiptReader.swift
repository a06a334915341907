import Synchronization
import VerificationCore

/// A reader of receipts that answers as the test tells it, and remembers the calls.
package final class ScriptedReceiptReader: ReceiptReader {
    private struct State {
        var calls: [ReceiptCall] = []
        var receipts = [GatewayReceipt.sample(1).receipt]
        var problem: ReceiptError?
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// In the order in which they came.
    package var calls: [ReceiptCall] { state.withLock { $0.calls } }

    /// Every call from now on holds these receipts.
    package func answer(_ receipts: [DeliveryReceipt]) { state.withLock { $0.receipts = receipts } }

    /// Every call from now on is refused for this; nil believes it.
    package func answer(with problem: ReceiptError?) { state.withLock { $0.problem = problem } }

    /// Calls from now on wait for `release`, as if a certificate had to be fetched.
    package func hold() { state.withLock { $0.isHolding = true } }

    /// Lets the calls that are held go on.
    package func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns when at least `count` calls have come.
    package func calls(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.calls.count < count { state.waiting.append((count, continuation)) }
                return state.calls.count >= count
            }
            if isThere { continuation.resume() }
        }
    }

    package func receipts(
        in call: ReceiptCall, at now: Timestamp
    ) async throws(ReceiptError) -> [DeliveryReceipt] {
        note(call)
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHolding { state.held.append(continuation) }
                return state.isHolding
            }
            if !isHeld { continuation.resume() }
        }
        let (receipts, problem) = state.withLock { ($0.receipts, $0.problem) }
        if let problem { throw problem }
        return receipts
    }

    private func note(_ call: ReceiptCall) {
        let reached = state.withLock { state in
            state.calls.append(call)
            let reached = state.waiting.filter { $0.count <= state.calls.count }
            state.waiting.removeAll { $0.count <= state.calls.count }
            return reached
        }
        for waiter in reached { waiter.continuation.resume() }
    }
}
