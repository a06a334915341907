import Synchronization
import Testing
import VerificationCore

/// The queue of receipts in memory; it passes the same conformance suite as the queue in RabbitMQ.
package final class InMemoryReceiptQueue: ReceiptPublisher {
    private let queue = InMemoryRequestQueue()
    private let state = Mutex((problem: QueueProblem?.none, published: [GatewayReceipt]()))

    package init() {}

    /// Everything that was published and confirmed, in the order of arrival.
    package var published: [GatewayReceipt] { state.withLock { $0.published } }

    /// How many messages no inbox has taken yet.
    package var readyCount: Int { queue.readyCount }

    /// The messages that were put aside, the oldest first.
    package var dead: [InMemoryRequestQueue.Dead] { queue.dead }

    /// Makes every publish from now on throw this problem, and enqueue nothing; with nil no publish throws.
    package func failPublishes(with problem: QueueProblem?) { state.withLock { $0.problem = problem } }

    /// Returns when no message is on the queue or in an inbox.
    package func idle() async { await queue.idle() }

    package func openInbox(prefetch: Int = 500) -> InMemoryRequestInbox { queue.openInbox(prefetch: prefetch) }

    package func publish(_ receipts: [GatewayReceipt]) async throws(QueueProblem) {
        let problem = state.withLock { state in
            if state.problem == nil { state.published += receipts }
            return state.problem
        }
        if let problem { throw problem }
        for body in ReceiptCodec.bodies(of: receipts) {
            queue.put(body, type: ReceiptCodec.messageType, contentType: ReceiptCodec.contentType)
        }
    }
}

extension InMemoryReceiptQueue: ReceiptQueueHarness {
    package var publisher: any ReceiptPublisher { self }

    package func put(_ body: [UInt8], type: String?, contentType: String?) async {
        queue.put(body, type: type, contentType: contentType)
    }

    package func openInbox() async throws -> any ReceiptInbox { openInbox(prefetch: 500) }

    package func crash(_ inbox: any ReceiptInbox) async { (inbox as? InMemoryRequestInbox)?.crash() }

    package func nextDead() async throws -> InMemoryRequestQueue.Dead { try #require(queue.takeDead()) }
}
