import VerificationCore

/// Remembers since when workers are gone, over looks that follow each other.
struct WorkerWatch {
    /// Since when no worker is there; nil while workers are there, or where they were gone before the first look.
    private(set) var goneAt: Timestamp?
    /// When workers were missed last, or when what they say could be read again.
    private(set) var missedAt: Timestamp?
    /// Whether workers were there at the last look, or their place was paused or not known; nil before the first look.
    private var hadWorkers: Bool?
    /// Whether the last look could read what workers say; nil before the first look.
    private var couldRead: Bool?

    mutating func note(_ situation: Situation) {
        let isLack = situation.lacksWorkers ?? false
        let canRead = situation.workers.current != nil
        if !isLack { goneAt = nil }
        if isLack, hadWorkers == true {
            // While the broker still has a consumer, the last word of a worker tells when the last of them went.
            goneAt = (situation.consumers ?? 0) > 0 ? situation.lastHeardAt : situation.at
        }
        if isLack && hadWorkers == true || canRead && couldRead == false { missedAt = situation.at }
        (hadWorkers, couldRead) = (!isLack, canRead)
    }
}

extension Situation {
    /// When a worker was heard last; nil when none is known.
    var lastHeardAt: Timestamp? { workers.current?.workers.map(\.seenAt).max() }
}
