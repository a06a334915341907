import DequeModule
import VerificationCore

/// Which messages a reader of the inbox asks for.
package struct InboxQuery: Sendable, Hashable {
    /// Only messages to this number, in E.164.
    package var phone: String?
    /// Only messages to numbers with these digits in a row.
    package var digits: String?
    /// Only messages with a greater sequence number.
    package var after: Int?
    package var limit: Int

    package init(phone: String? = nil, digits: String? = nil, after: Int? = nil, limit: Int = 100) {
        self.phone = phone
        self.digits = digits
        self.after = after
        self.limit = limit
    }

    /// The messages that fit, `limit` at most: the newest first, or with `after` in the order of arrival.
    ///
    /// A reader that asks again and again gives the last sequence number as `after`, and so misses no kept message.
    func select(from ring: MessageRing) -> [SandboxMessage] {
        var found: [SandboxMessage] = []
        for step in firstStep(in: ring)..<ring.count where found.count < limit {
            let message = ring[after == nil ? ring.count - 1 - step : step]
            if fits(message) { found.append(message) }
        }
        return found
    }

    /// Where a reader that asks again and again goes on: the ring has consecutive sequence numbers.
    private func firstStep(in ring: MessageRing) -> Int {
        guard let after, ring.count > 0 else { return 0 }
        return min(ring.count, max(0, after - ring[0].sequence + 1))
    }

    private func fits(_ message: SandboxMessage) -> Bool {
        if let phone, message.draft.phone != phone { return false }
        if let after, message.sequence <= after { return false }
        if let digits, !message.draft.phone.contains(digits) { return false }
        return true
    }
}

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
