/// Gathers counts until a caller takes them; its size is bounded, whatever is counted.
///
/// Beyond `most` keys a new key loses its region and its reason to `other`. Beyond twice as many keys, the counter
/// drops the counts of new keys. It gets there only when its counts were not taken for long, for example while the
/// database is away.
package struct TallyCounter: Sendable {
    private let most: Int
    /// Where each key's count stands.
    ///
    /// With counts as the dictionary's values, adding to a count would allocate 288 bytes each time.
    private var places: [TallyKey: Int] = [:]
    private var counts: [Int] = []

    package init(most: Int = 5_000) { self.most = most }

    /// Counts something `count` times.
    package mutating func add(_ key: TallyKey, count: Int = 1) {
        if let place = places[key] {
            counts[place] += count
        } else if counts.count < most {
            begin(key, count: count)
        } else if let place = places[key.withoutDetails] {
            counts[place] += count
        } else if counts.count < 2 * most {
            begin(key.withoutDetails, count: count)
        }
    }

    private mutating func begin(_ key: TallyKey, count: Int) {
        places[key] = counts.count
        counts.append(count)
    }

    /// The counts in the order of their keys; afterwards the counter is empty.
    package mutating func take() -> [Tally] {
        defer { (places, counts) = ([:], []) }
        return places.map { Tally($0.key, count: counts[$0.value]) }.sorted { $0.key < $1.key }
    }
}
