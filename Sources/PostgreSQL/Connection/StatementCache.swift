/// Which statements a connection has prepared; beyond the limit it drops the least recently used statement.
struct StatementCache {
    enum Use: Equatable {
        case prepared(name: String)
        /// To be prepared now under this name.
        case unprepared(name: String)
    }

    private struct Entry {
        let name: String
        var lastUse: Int
    }

    private let limit: Int
    private var entries: [StatementKey: Entry] = [:]
    private var uses = 0
    private var names = 0
    /// Statements that the server still has and this cache forgot; the next batch outside a transaction deallocates
    /// them.
    private(set) var condemned: Set<String> = []

    /// - Parameter limit: how many statements stay prepared; less than 1 counts as 1.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var count: Int { entries.count }

    /// The name of a statement, and whether it is prepared.
    ///
    /// The caller prepares an `unprepared` statement under that name, and calls `discard` if the server refuses.
    mutating func use(_ key: StatementKey) -> Use {
        uses += 1
        if let index = entries.index(forKey: key) {
            entries.values[index].lastUse = uses
            return .prepared(name: entries.values[index].name)
        }
        if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            condemn(oldest.key)
        }
        names += 1
        let entry = Entry(name: "s\(names)", lastUse: uses)
        entries[key] = entry
        return .unprepared(name: entry.name)
    }

    /// Forgets a statement that the server did not prepare.
    mutating func discard(_ key: StatementKey) {
        entries[key] = nil
    }

    /// Forgets a statement that the server still has; a later batch deallocates it.
    mutating func condemn(_ key: StatementKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        condemned.insert(entry.name)
    }

    mutating func deallocated(_ name: String) {
        condemned.remove(name)
    }

    /// Forgets everything, because the server has forgotten its prepared statements.
    mutating func forgetAll() {
        entries = [:]
        condemned = []
    }
}
