import DequeModule

/// Gathers the segments of long texts until a text is whole, as a phone does.
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

    /// How many texts may lack segments; beyond them, the oldest is shown with gaps.
    private let capacity: Int
    private var segments: [Key: [Int: Part]] = [:]
    private var order: Deque<Key> = []

    init(capacity: Int = 1_000) {
        self.capacity = capacity
    }

    /// Takes a segment.
    ///
    /// - Returns: what the inbox can show now: a text that is whole, or a text that lacks segments and has to make
    ///   room. The ids of its segments stand one after another.
    mutating func add(
        _ draft: SandboxMessage.Draft, as segment: Segment, id: String
    ) -> [(draft: SandboxMessage.Draft, id: String)] {
        let key = Key(
            phone: draft.phone, sender: draft.sender, reference: segment.reference, count: segment.count)
        if segments[key] == nil { order.append(key) }
        segments[key, default: [:]][segment.number] = Part(id: id, draft: draft)
        if segments[key]?.count == segment.count { return [take(key)].compactMap(\.self) }
        guard order.count > capacity, let oldest = order.first else { return [] }
        return [take(oldest)].compactMap(\.self)
    }

    private mutating func take(_ key: Key) -> (draft: SandboxMessage.Draft, id: String)? {
        order.removeAll { $0 == key }
        guard let taken = segments.removeValue(forKey: key) else { return nil }
        let there = taken.sorted { $0.key < $1.key }.map(\.value)
        guard var draft = there.first?.draft else { return nil }
        draft.text = (1...key.count).map { taken[$0]?.draft.text ?? "[…]" }.joined()
        draft.segments = there.count
        draft.segment = nil
        return (draft, there.map(\.id).joined(separator: " "))
    }
}
