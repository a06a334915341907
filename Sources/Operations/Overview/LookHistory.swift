import VerificationCore

/// What earlier looks at an installation have found, so that the next look is judged with them.
///
/// It asks no store and reads no clock: the time is that of the look. So the same looks in the same order always get
/// the same judgements.
package struct LookHistory: Sendable {
    /// How long a dead letter counts as new.
    package static let deadMemory = Duration.seconds(900)
    /// How long requests that have come out of the retry queues count as put off.
    ///
    /// A worker that tries them again has them in hand. When the gateway still refuses, they are back a moment later.
    package static let retryMemory = Duration.seconds(8)

    private var deadLetters = DeadLetterWatch()
    private var retries = RetryWatch()
    private var counts = CountWatch()
    private var workers = WorkerWatch()
    private var rules = RuleWatch()

    package init() {}

    /// Judges a look by what it found and by what earlier looks have found, and learns from it.
    ///
    /// - Parameter look: What was found; what it says of earlier looks is filled in here.
    /// - Returns: The look with what earlier looks found, what it means, and since when each rule that holds has held.
    package mutating func judge(_ look: Situation) -> Overview {
        var situation = look
        situation.deadLately = deadLetters.note(look)
        situation.putOffLately = retries.note(look)
        (situation.counts, situation.apiPresence) = counts.note(look.counts, at: look.at)
        (situation.workersGoneAt, situation.workersMissedAt) = workers.note(look)
        let judgement = Judgement(of: situation)
        return (situation, judgement, rules.note(judgement, at: look.at))
    }
}

/// What is known at a moment, what it means, and since when each rule that holds has held.
package typealias Overview = (situation: Situation, judgement: Judgement, since: [Rule: Since])

/// Remembers how many messages lay in the dead-letter queue.
struct DeadLetterWatch {
    /// A number of messages that lasted for less is no number to compare with.
    ///
    /// A process that looks into the dead-letter queue has its messages in hand for some seconds.
    private static let dip = Duration.seconds(30)

    /// Each number and since when it was so, the oldest first; only changes, so that it is short however many look.
    private var counts: [(at: Timestamp, count: Int)] = []

    /// How many more there are than at the fewest within `LookHistory.deadMemory`; 0 while the broker does not say.
    mutating func note(_ look: Situation) -> Int {
        guard let count = look.ready(in: .dead) else { return 0 }
        if counts.last?.count != count { counts.append((look.at, count)) }
        let ends = counts.dropFirst().map(\.at) + [look.at]
        let remembered = zip(counts, ends).filter { look.at - $1 <= LookHistory.deadMemory }
        counts = remembered.map(\.0)
        let lasted = remembered.filter { $1 - $0.at >= Self.dip }.map(\.0.count)
        return max(0, count - (lasted.min() ?? count))
    }
}

/// Remembers how many requests were in the retry queues of late.
struct RetryWatch {
    private var counts: [(at: Timestamp, count: Int)] = []

    /// The most requests within `LookHistory.retryMemory`; 0 while the broker does not say.
    mutating func note(_ look: Situation) -> Int {
        guard let count = look.ready(in: .retry) else { return 0 }
        counts.removeAll { look.at - $0.at > LookHistory.retryMemory }
        // Short, however many people look: a look that tells nothing new is not kept.
        let isNew = counts.last.map { $0.count < count || look.at - $0.at >= .seconds(1) } ?? true
        if isNew { counts.append((look.at, count)) }
        return counts.map(\.count).max() ?? count
    }
}

/// Remembers since when workers are gone, over looks that follow each other.
struct WorkerWatch {
    /// Since when no worker is there; nil while workers are there, or where they were gone before the first look.
    private var goneAt: Timestamp?
    /// When workers were missed last, or when what they say could be read again.
    private var missedAt: Timestamp?
    /// Whether workers were there at the last look, or their place was paused or not known; nil before the first look.
    private var hadWorkers: Bool?
    /// Whether the last look could read what workers say; nil before the first look.
    private var couldRead: Bool?

    mutating func note(_ look: Situation) -> (goneAt: Timestamp?, missedAt: Timestamp?) {
        let isLack = look.lacksWorkers ?? false
        let canRead = look.workers.current != nil
        if !isLack { goneAt = nil }
        if isLack, hadWorkers == true {
            // While the broker still has a consumer, the time of the last worker's last report says when the workers
            // went.
            goneAt = (look.consumers ?? 0) > 0 ? look.lastHeardAt : look.at
        }
        if isLack && hadWorkers == true || canRead && couldRead == false { missedAt = look.at }
        (hadWorkers, couldRead) = (!isLack, canRead)
        return (goneAt, missedAt)
    }
}
