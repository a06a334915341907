import Synchronization
import VerificationCore

/// A queue of jobs in a world in memory; it passes the same conformance suites as the queues in RabbitMQ.
///
/// It is a publisher itself, and `openInbox` opens its inboxes. It holds nothing of its own, so that all queues of a
/// kind are the same. In the retry queues time passes only by `elapse`.
package struct InMemoryQueue: JobPublisher {
    /// A dead letter.
    package struct DeadMessage: Sendable, Equatable {
        package let body: [UInt8]
        package let letter: DeadLetter
        /// The first and the last error that its tries met.
        package let firstError: ErrorCode
        package let lastError: ErrorCode

        package init(body: [UInt8], letter: DeadLetter, firstError: ErrorCode, lastError: ErrorCode) {
            self.body = body
            self.letter = letter
            self.firstError = firstError
            self.lastError = lastError
        }
    }

    typealias Message = InMemoryWorld.Queue.Message

    let world: InMemoryWorld
    let kind: WorkQueue
    /// By it a caller waits for an answer.
    var clock: any Clock<Duration> = ContinuousClock()

    /// A request waits for exactly its step in a retry queue.
    package var retrySchedule: RetrySchedule { .standard }

    func withLock<Value: Sendable>(_ body: (inout InMemoryWorld.Queue) -> Value) -> Value {
        world.state.withLock { body(&$0.queues[kind, default: InMemoryWorld.Queue()]) }
    }

    // MARK: The publisher

    package var isReady: Bool { withLock { $0.problem == nil } }

    package func publish(_ job: Job) async throws(QueueError) {
        switch job {
        case .request(let request, let context): try publish([Self.message(request, context)])
        case .receipts(let receipts):
            try publish(
                ReceiptCodec.bodies(of: receipts).map {
                    Message($0, type: ReceiptCodec.messageType)
                })
            withLock { $0.receipts += receipts }
        case .events(let events):
            try publish(events.map { Message(EventCodec.encode($0), type: EventCodec.messageType) })
        }
    }

    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueError) -> RequestAnswer? {
        let (answers, continuation) = AsyncStream.makeStream(of: RequestAnswer.self)
        var message = Self.message(request, context)
        let caller = withLock { state in
            state.last += 1
            state.callers[state.last] = continuation
            return state.last
        }
        defer { withLock { $0.callers[caller] = nil } }
        message.caller = caller
        message.properties.wantsAnswer = true
        try publish([message])

        let timer = Task { [clock] in
            try await clock.sleep(for: wait)
            continuation.finish()
        }
        defer { timer.cancel() }
        return await answers.first { _ in true }
    }

    // MARK: For tests

    /// Makes every publish from now on throw this problem; with nil no publish throws.
    ///
    /// After `unknown` a job may be on the queue or not. Here it is on the queue, which is harder for a publisher.
    package func failPublishes(with problem: QueueError?) {
        withLock { $0.problem = problem }
    }

    /// Puts any message on the queue, as any program with rights at the broker could.
    package func put(_ body: [UInt8], type: String?, contentType: String?) {
        var properties = JobDelivery.Properties()
        properties.type = type
        properties.contentType = contentType
        properties.isTooLarge = body.count > RequestCodec.largestBody
        withLock {
            $0.put(Message(body: properties.isTooLarge ? [] : body, properties: properties))
        }
    }

    /// Opens an inbox on this queue; the queue shares its messages out among its inboxes.
    package func openInbox(prefetch: Int = 1_000) -> InMemoryInbox {
        let (deliveries, continuation) = AsyncStream.makeStream(of: [JobDelivery].self)
        let key = withLock { state in
            state.last += 1
            let key = state.last
            state.inboxes[key] = InMemoryWorld.Queue.Inbox(continuation: continuation, prefetch: prefetch)
            state.handOut()
            return key
        }
        return InMemoryInbox(deliveries: deliveries, queue: self, key: key)
    }

    /// Lets time pass for the messages in the retry queues.
    package func elapse(_ span: Duration) {
        withLock { state in
            state.elapsed += span
            let now = state.elapsed
            let due = state.waiting.filter { $0.due <= now }
            state.waiting.removeAll { $0.due <= now }
            state.ready += due.sorted { $0.due < $1.due }.map(\.message)
            state.handOut()
        }
    }

    /// Returns when no message is on the queue or in an inbox; messages may still wait in the retry queues.
    package func idle() async {
        await withCheckedContinuation { continuation in
            withLock { state in
                state.idle.append(continuation)
                state.noteIdle()
            }
        }
    }

    /// All receipts that were published and confirmed, in the order of arrival.
    package var publishedReceipts: [GatewayReceipt] { withLock { $0.receipts } }

    /// The dead letters, the oldest first.
    package var dead: [DeadMessage] { withLock { $0.dead.map(\.told) } }

    /// Takes the oldest dead letter.
    package func takeDead() -> DeadMessage? {
        withLock { $0.dead.isEmpty ? nil : $0.dead.removeFirst().told }
    }

    /// How many messages wait in the retry queues.
    package var waitingCount: Int { withLock(\.waiting.count) }
    /// How many messages no inbox has taken yet.
    package var readyCount: Int { withLock(\.ready.count) }

    private static func message(_ request: VerificationRequest, _ context: TraceContext?) -> Message {
        var message = Message(RequestCodec.encode(request), type: RequestCodec.messageType)
        message.properties.context = context
        return message
    }

    private func publish(_ messages: [Message]) throws(QueueError) {
        let problem = withLock { state in
            if state.problem != .unavailable { for message in messages { state.put(message) } }
            return state.problem
        }
        if let problem { throw problem }
    }
}
