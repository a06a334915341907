import VerificationCore

/// The newest messages, so many and no more, in the order of arrival.
struct MessageRing {
    private let capacity: Int
    private var slots: [SandboxMessage] = []
    /// Where the oldest is once all slots are taken.
    private var oldest = 0
    private var lastSequence = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { slots.count }

    /// The message so many places after the oldest.
    subscript(_ index: Int) -> SandboxMessage { slots[(oldest + index) % slots.count] }

    mutating func append(_ draft: SandboxMessage.Draft, at moment: Timestamp) -> Int {
        lastSequence += 1
        let message = SandboxMessage(sequence: lastSequence, receivedAt: moment, draft: draft)
        if slots.count < capacity {
            slots.append(message)
        } else {
            slots[oldest] = message
            oldest = (oldest + 1) % capacity
        }
        return lastSequence
    }

    mutating func removeAll() {
        slots = []
        oldest = 0
    }
}
