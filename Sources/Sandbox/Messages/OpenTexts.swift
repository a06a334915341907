import DequeModule

/// Gathers the parts of long texts until a text is whole, as a phone does.
struct OpenTexts {
    private struct Key: Hashable {
        let phone: String
        let sender: String?
        let reference: UInt16
        let count: Int
    }

    private struct Part {
        let id: String
        let draft: SandboxMessage.Draft
    }

    /// How many texts may lack parts; beyond them, the oldest is shown with gaps.
    private let capacity: Int
    private var parts: [Key: [Int: Part]] = [:]
    private var order: Deque<Key> = []

    init(capacity: Int = 1_000) {
        self.capacity = capacity
    }

    /// Takes a part.
    ///
    /// - Returns: what the inbox can show now: a text that is whole, or a text that lacks parts and has to make room.
    ///   The ids of its parts stand one after another.
    mutating func add(
        _ draft: SandboxMessage.Draft, _ segment: Segment, id: String
    ) -> [(draft: SandboxMessage.Draft, id: String)] {
        let key = Key(
            phone: draft.phone, sender: draft.sender, reference: segment.reference, count: segment.count)
        if parts[key] == nil { order.append(key) }
        parts[key, default: [:]][segment.number] = Part(id: id, draft: draft)
        if parts[key]?.count == segment.count { return [take(key)].compactMap(\.self) }
        guard order.count > capacity, let oldest = order.first else { return [] }
        return [take(oldest)].compactMap(\.self)
    }

    private mutating func take(_ key: Key) -> (draft: SandboxMessage.Draft, id: String)? {
        order.removeAll { $0 == key }
        guard let taken = parts.removeValue(forKey: key) else { return nil }
        let there = taken.sorted { $0.key < $1.key }.map(\.value)
        guard var draft = there.first?.draft else { return nil }
        draft.text = (1...key.count).map { taken[$0]?.draft.text ?? "[…]" }.joined()
        draft.parts = there.count
        draft.segment = nil
        return (draft, there.map(\.id).joined(separator: " "))
    }
}
