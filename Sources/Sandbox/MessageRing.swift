import DequeModule
import VerificationCore

/// The newest messages in the order of arrival; when all places are taken, a further message replaces the oldest.
struct MessageRing {
    private let capacity: Int
    private var messages: Deque<SandboxMessage> = []
    private var lastSequence = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { messages.count }

    /// A message by its place in the order of arrival; the oldest message has index 0.
    subscript(_ index: Int) -> SandboxMessage { messages[index] }

    mutating func append(_ draft: SandboxMessage.Draft, at moment: Timestamp) -> Int {
        lastSequence += 1
        if messages.count == capacity { messages.removeFirst() }
        messages.append(SandboxMessage(sequence: lastSequence, receivedAt: moment, draft: draft))
        return lastSequence
    }

    mutating func removeAll() { messages = [] }
}
