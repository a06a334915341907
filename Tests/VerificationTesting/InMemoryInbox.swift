import VerificationCore

/// A worker's end of a queue in memory.
package struct InMemoryInbox: JobInbox {
    package let deliveries: AsyncStream<[JobDelivery]>
    let queue: InMemoryQueue
    /// The inbox's number in the world.
    let key: Int

    package func settle(_ delivery: JobDelivery, as settlement: Settlement) async {
        queue.withLock { state in
            if let answer = settlement.answer { tell(answer, to: delivery, in: state) }
            guard var message = take(delivery, from: &state) else { return }
            switch settlement {
            case .acknowledge: break
            case .retry(let wait, let error, _):
                message.properties.putOffs = 0
                if message.countsTries { message.properties.tries += 1 }
                delay(message, by: wait, because: error, in: &state)
            case .putOff(let wait, let error, let isCounted):
                message.properties.putOffs += isCounted ? 1 : 0
                delay(message, by: wait, because: error, in: &state)
            case .deadLetter(let letter, let body, _):
                message.body = body ?? message.body
                let told = InMemoryQueue.DeadMessage(
                    body: message.body, letter: letter, firstError: message.firstError ?? letter.error,
                    lastError: letter.error)
                state.dead.append((message, told))
            case .giveBack: state.ready.insert(message, at: 0)
            }
            state.handOut()
        }
    }

    private func delay(
        _ message: InMemoryQueue.Message, by wait: Duration, because error: String?,
        in state: inout InMemoryWorld.Queue
    ) {
        var message = message
        message.firstError = message.firstError ?? error.map(ErrorCode.init)
        let delay = queue.retrySchedule.delay(for: wait, chance: 0)
        state.waiting.append((message, state.elapsed + delay))
    }

    /// As with RabbitMQ, the caller gets the answer even when the delivery is settled already.
    private func tell(_ answer: RequestAnswer, to delivery: JobDelivery, in state: InMemoryWorld.Queue) {
        guard let handle = delivery.handle as? InMemoryWorld.Queue.Handle, let caller = handle.caller else { return }
        state.callers[caller]?.yield(answer)
    }

    package func pause(for cause: PauseCause) {
        queue.withLock { _ = $0.inboxes[key]?.pauses.insert(cause) }
    }

    package func resume(for cause: PauseCause) {
        queue.withLock { state in
            state.inboxes[key]?.pauses.remove(cause)
            state.handOut()
        }
    }

    package var isPaused: Bool { queue.withLock { $0.inboxes[key]?.isPaused ?? false } }

    package func stopTaking() async {
        queue.withLock { state in
            state.inboxes[key]?.isTaking = false
            state.inboxes[key]?.continuation.finish()
        }
    }

    /// Ends this inbox like the death of its process: its unsettled deliveries go back to the front of the queue.
    package func crash() {
        queue.withLock { state in
            let lost = state.taken.filter { $0.value.inbox == key }.sorted { $0.key < $1.key }
            for (number, _) in lost { state.taken[number] = nil }
            state.ready.insert(contentsOf: lost.map(\.value.message), at: 0)
            state.inboxes.removeValue(forKey: key)?.continuation.finish()
            state.handOut()
        }
    }

    private func take(
        _ delivery: JobDelivery, from state: inout InMemoryWorld.Queue
    ) -> InMemoryQueue.Message? {
        guard let handle = delivery.handle as? InMemoryWorld.Queue.Handle,
            state.taken[handle.number]?.inbox == key, let taken = state.taken.removeValue(forKey: handle.number)
        else { return nil }
        state.inboxes[key]?.held -= 1
        return taken.message
    }
}
