import Synchronization
import VerificationCore

/// A queue of jobs in memory; it passes the same conformance suites as the queues in RabbitMQ.
///
/// A test uses one for each kind of job. It is a publisher itself, and `openInbox` opens its inboxes. In the retry
/// queues time passes only by `elapse`. A publisher's wait for an answer ends by `clock`.
package final class InMemoryJobQueue: JobPublisher {
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

    struct Message: Sendable {
        var body: [UInt8]
        var properties: JobDelivery.Properties
        /// The number of the caller that waits for an answer; nil when no caller waits.
        var caller: Int?
        var firstError: ErrorCode?

        init(body: [UInt8], properties: JobDelivery.Properties) {
            self.body = body
            self.properties = properties
        }

        /// Only events count their tries in the message.
        var countsTries: Bool { properties.type == EventCodec.messageType }

        /// A message of verifyd's own.
        init(_ body: [UInt8], type: String) {
            self.body = body
            properties = JobDelivery.Properties()
            properties.type = type
            properties.contentType = RequestCodec.contentType
        }
    }

    /// What settles a delivery from this queue.
    struct Handle: Sendable {
        let number: Int
        let caller: Int?
    }

    struct Inbox {
        let continuation: AsyncStream<[JobDelivery]>.Continuation
        let prefetch: Int
        var isTaking = true
        var pauses: Set<PauseCause> = []
        var isPaused: Bool { !pauses.isEmpty }
        var held = 0
    }

    struct State {
        var ready: [Message] = []
        /// The messages that inboxes have and have not settled, by the number of the handle.
        var taken: [Int: (message: Message, inbox: Int)] = [:]
        var waiting: [(message: Message, due: Duration)] = []
        var dead: [(message: Message, told: DeadMessage)] = []
        var inboxes: [Int: Inbox] = [:]
        var callers: [Int: AsyncStream<RequestAnswer>.Continuation] = [:]
        var idle: [CheckedContinuation<Void, Never>] = []
        var elapsed = Duration.zero
        var problem: QueueError?
        var receipts: [GatewayReceipt] = []
        var last = 0
    }

    package let retrySchedule: RetrySchedule
    private let clock: any Clock<Duration>
    let random: @Sendable () -> UInt64
    let state = Mutex(State())

    /// `random`: 64 bits that pick a request's delay in a retry queue; by default a request waits for exactly its step.
    package init(
        retrySchedule: RetrySchedule = .standard, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> UInt64 = { 0 }
    ) {
        self.retrySchedule = retrySchedule
        self.clock = clock
        self.random = random
    }

    // MARK: The publisher

    package var isReady: Bool { state.withLock { $0.problem == nil } }

    package func publish(_ job: Job) async throws(QueueError) {
        switch job {
        case .request(let request, let context): try publish([Self.message(request, context)])
        case .receipts(let receipts):
            try publish(ReceiptCodec.bodies(of: receipts).map { Message($0, type: ReceiptCodec.messageType) })
            state.withLock { $0.receipts += receipts }
        case .events(let events):
            try publish(events.map { Message(EventCodec.encode($0), type: EventCodec.messageType) })
        }
    }

    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueError) -> RequestAnswer? {
        let (answers, continuation) = AsyncStream.makeStream(of: RequestAnswer.self)
        var message = Self.message(request, context)
        let caller = state.withLock { state in
            state.last += 1
            state.callers[state.last] = continuation
            return state.last
        }
        defer { state.withLock { $0.callers[caller] = nil } }
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
        state.withLock { $0.problem = problem }
    }

    /// Puts any message on the queue, as any program with rights at the broker could.
    package func put(_ body: [UInt8], type: String?, contentType: String?) {
        var properties = JobDelivery.Properties()
        properties.type = type
        properties.contentType = contentType
        properties.isTooLarge = body.count > RequestCodec.largestBody
        state.withLock { $0.put(Message(body: properties.isTooLarge ? [] : body, properties: properties)) }
    }

    /// Opens an inbox on this queue; the queue shares its messages out among its inboxes.
    package func openInbox(prefetch: Int = 1_000) -> InMemoryJobInbox {
        let (deliveries, continuation) = AsyncStream.makeStream(of: [JobDelivery].self)
        let key = state.withLock { state in
            state.last += 1
            let key = state.last
            state.inboxes[key] = Inbox(continuation: continuation, prefetch: prefetch)
            state.handOut()
            return key
        }
        return InMemoryJobInbox(deliveries: deliveries, queue: self, key: key)
    }

    /// Lets time pass for the messages in the retry queues.
    package func elapse(_ span: Duration) {
        state.withLock { state in
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
            state.withLock { state in
                state.idle.append(continuation)
                state.noteIdle()
            }
        }
    }

    /// All receipts that were published and confirmed, in the order of arrival.
    package var publishedReceipts: [GatewayReceipt] { state.withLock { $0.receipts } }

    /// The dead letters, the oldest first.
    package var dead: [DeadMessage] { state.withLock { $0.dead.map(\.told) } }

    /// Takes the oldest dead letter.
    package func takeDead() -> DeadMessage? {
        state.withLock { $0.dead.isEmpty ? nil : $0.dead.removeFirst().told }
    }

    /// How many messages wait in the retry queues.
    package var waitingCount: Int { state.withLock(\.waiting.count) }
    /// How many messages no inbox has taken yet.
    package var readyCount: Int { state.withLock(\.ready.count) }

    private static func message(_ request: VerificationRequest, _ context: TraceContext?) -> Message {
        var message = Message(RequestCodec.encode(request), type: RequestCodec.messageType)
        message.properties.context = context
        return message
    }

    private func publish(_ messages: [Message]) throws(QueueError) {
        let problem = state.withLock { state in
            if state.problem != .unavailable { for message in messages { state.put(message) } }
            return state.problem
        }
        if let problem { throw problem }
    }
}

extension InMemoryJobQueue.State {
    mutating func put(_ message: InMemoryJobQueue.Message) {
        ready.append(message)
        handOut()
    }

    /// Gives the ready messages to inboxes with room, each message to the least busy inbox.
    mutating func handOut() {
        while let message = ready.first, let key = leastBusyInbox {
            ready.removeFirst()
            last += 1
            taken[last] = (message, key)
            inboxes[key]?.held += 1
            inboxes[key]?.continuation.yield(
                [
                    JobDelivery(
                        body: message.body, properties: message.properties,
                        handle: InMemoryJobQueue.Handle(number: last, caller: message.caller))
                ])
        }
        noteIdle()
    }

    mutating func noteIdle() {
        guard ready.isEmpty, taken.isEmpty else { return }
        for continuation in idle { continuation.resume() }
        idle = []
    }

    private var leastBusyInbox: Int? {
        inboxes.filter { $0.value.isTaking && !$0.value.isPaused && $0.value.held < $0.value.prefetch }
            .min { ($0.value.held, $0.key) < ($1.value.held, $1.key) }?.key
    }
}
