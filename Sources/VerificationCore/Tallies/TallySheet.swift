/// Gathers counts until somebody takes them; its size is bounded, whatever is counted.
///
/// Beyond `most` keys a new key loses its region and its reason to `other`. Beyond twice as many keys, counts of new keys
/// are lost; the sheet gets there only when nobody has taken its counts for long, for example because the database is
/// away.
package struct TallySheet: Sendable {
    private let most: Int
    private var counts: [TallyKey: Int] = [:]

    package init(most: Int = 5_000) { self.most = most }

    /// Counts something `count` times.
    package mutating func add(_ key: TallyKey, _ count: Int = 1) {
        guard counts.count >= most, counts[key] == nil else {
            counts[key, default: 0] += count
            return
        }
        let rest = key.withoutDetails
        if counts.count < 2 * most || counts[rest] != nil { counts[rest, default: 0] += count }
    }

    /// The counts in the order of their keys; afterwards the sheet is empty.
    package mutating func take() -> [Tally] {
        defer { counts = [:] }
        return counts.map { Tally($0.key, $0.value) }.sorted { $0.key < $1.key }
    }
}
