import VerificationCore

extension InMemoryWorld {
    /// The queue with the jobs of this kind.
    package func queue(of kind: WorkQueue) -> InMemoryQueue { InMemoryQueue(world: self, kind: kind) }

    /// What a queue holds, its retry queues and its dead letters with it.
    struct Queue: Sendable {
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

        struct Inbox: Sendable {
            let continuation: AsyncStream<[JobDelivery]>.Continuation
            let prefetch: Int
            var isTaking = true
            var pauses: Set<PauseCause> = []
            var isPaused: Bool { !pauses.isEmpty }
            var held = 0
        }

        var ready: [Message] = []
        /// The messages that inboxes have and have not settled, by the number of the handle.
        var taken: [Int: (message: Message, inbox: Int)] = [:]
        var waiting: [(message: Message, due: Duration)] = []
        var dead: [(message: Message, told: InMemoryQueue.DeadMessage)] = []
        var inboxes: [Int: Inbox] = [:]
        var callers: [Int: AsyncStream<RequestAnswer>.Continuation] = [:]
        var idle: [CheckedContinuation<Void, Never>] = []
        var elapsed = Duration.zero
        var problem: QueueError?
        var receipts: [GatewayReceipt] = []
        var last = 0
    }
}

extension InMemoryWorld.Queue {
    mutating func put(_ message: Message) {
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
                        handle: Handle(number: last, caller: message.caller))
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
