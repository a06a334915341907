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

    mutating func append(_ draft: SandboxMessage.Draft, id: String, at moment: Timestamp) -> Int {
        lastSequence += 1
        if messages.count == capacity { messages.removeFirst() }
        messages.append(SandboxMessage(sequence: lastSequence, receivedAt: moment, gatewayID: id, draft: draft))
        return lastSequence
    }

    /// Notes a receipt; without effect when the message is no longer kept.
    mutating func note(_ receipt: DeliveryStatus, of sequence: Int) {
        guard let oldest = messages.first?.sequence, messages.indices.contains(sequence - oldest) else { return }
        messages[sequence - oldest].receipt = receipt
    }

    mutating func removeAll() { messages = [] }
}
