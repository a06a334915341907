import Synchronization
import VerificationCore

/// A worker's end of an `InMemoryJobQueue`.
package final class InMemoryRequestInbox: RequestInbox, ReceiptInbox, PausableInbox {
    package let deliveries: AsyncStream<[RequestDelivery]>
    private let queue: InMemoryJobQueue
    private let key: Int

    init(deliveries: AsyncStream<[RequestDelivery]>, queue: InMemoryJobQueue, key: Int) {
        self.deliveries = deliveries
        self.queue = queue
        self.key = key
    }

    package func settle(_ delivery: RequestDelivery, as settlement: Settlement) async {
        carryOut(settlement, of: delivery)
    }

    package func acknowledge(_ delivery: RequestDelivery) { carryOut(.acknowledge, of: delivery) }

    package func bury(_ delivery: RequestDelivery, as letter: DeadLetter, body: [UInt8]? = nil) async {
        carryOut(.dead(letter), of: delivery, body: body)
    }

    private func carryOut(_ settlement: Settlement, of delivery: RequestDelivery, body: [UInt8]? = nil) {
        queue.state.withLock { state in
            guard var message = take(delivery, from: &state) else { return }
            switch settlement {
            case .acknowledge: break
            case .again(let wait, let error):
                message.properties.putOffs = 0
                delay(message, by: wait, because: error, in: &state)
            case .putOff(let wait, let error):
                message.properties.putOffs += 1
                delay(message, by: wait, because: error, in: &state)
            case .dead(let letter):
                message.body = body ?? message.body
                let told = InMemoryJobQueue.Dead(
                    body: message.body, letter: letter, firstError: message.firstError ?? letter.error,
                    lastError: letter.error)
                state.dead.append((message, told))
            }
            state.handOut()
        }
    }

    private func delay(
        _ message: InMemoryJobQueue.Message, by wait: Duration, because error: String?,
        in state: inout InMemoryJobQueue.State
    ) {
        var message = message
        message.firstError = message.firstError ?? error.map(ErrorWord.init)
        let delay = queue.ladder.delay(for: wait, chance: queue.random())
        state.waiting.append((message, state.elapsed + delay))
    }

    package func giveBack(_ delivery: RequestDelivery) {
        queue.state.withLock { state in
            guard let message = take(delivery, from: &state) else { return }
            state.ready.insert(message, at: 0)
            state.handOut()
        }
    }

    package func answer(_ delivery: RequestDelivery, with answer: RequestAnswer) {
        queue.state.withLock { state in
            // As with RabbitMQ, the caller gets the answer even when the delivery is settled already.
            guard let receipt = delivery.receipt as? InMemoryJobQueue.Receipt, let caller = receipt.caller else {
                return
            }
            state.callers[caller]?.yield(answer)
        }
    }

    package func pause(for cause: PauseCause) {
        queue.state.withLock { _ = $0.inboxes[key]?.pauses.insert(cause) }
    }

    package func resume(for cause: PauseCause) {
        queue.state.withLock { state in
            state.inboxes[key]?.pauses.remove(cause)
            state.handOut()
        }
    }

    package var isPaused: Bool { queue.state.withLock { $0.inboxes[key]?.isPaused ?? false } }

    package func stopTaking() async {
        queue.state.withLock { state in
            state.inboxes[key]?.isTaking = false
            state.inboxes[key]?.continuation.finish()
        }
    }

    /// Ends this inbox like the death of its process: its unsettled deliveries go back to the front of the queue.
    package func crash() {
        queue.state.withLock { state in
            let lost = state.taken.filter { $0.value.inbox == key }.sorted { $0.key < $1.key }
            for (receipt, _) in lost { state.taken[receipt] = nil }
            state.ready.insert(contentsOf: lost.map(\.value.message), at: 0)
            state.inboxes.removeValue(forKey: key)?.continuation.finish()
            state.handOut()
        }
    }

    private func take(
        _ delivery: RequestDelivery, from state: inout InMemoryJobQueue.State
    ) -> InMemoryJobQueue.Message? {
        guard let receipt = delivery.receipt as? InMemoryJobQueue.Receipt,
            state.taken[receipt.number]?.inbox == key, let taken = state.taken.removeValue(forKey: receipt.number)
        else { return nil }
        state.inboxes[key]?.held -= 1
        return taken.message
    }
}
