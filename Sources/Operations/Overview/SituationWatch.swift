import Synchronization
import VerificationCore

/// Watches the whole installation, and remembers since when a rule holds.
package final class SituationWatch: Sendable {
    /// How long a dead letter counts as new.
    package static let deadMemory = Duration.seconds(900)
    /// How long requests that have come out of the retry queues count as put off.
    ///
    /// A worker that tries them again has them in hand. When the gateway still refuses, they are back a moment later.
    package static let retryMemory = Duration.seconds(8)
    /// A rule that holds again after so short a pause has held all the time.
    private static let flicker = Duration.seconds(60)
    /// A number of messages that lasted for less is no number to compare with.
    private static let dip = Duration.seconds(30)

    /// A rule that holds of a gateway, an app or a place; `subject` is empty where the rule speaks of the whole.
    private struct Accusation: Hashable {
        let rule: Rule
        let subject: String
    }

    private struct State {
        /// When each rule held last of whom it accuses, and whether it held at the last look.
        var held: [Accusation: (since: Since, last: Timestamp, holds: Bool)] = [:]
        var firstLook: Timestamp?
        /// How many messages lay aside, the oldest look first.
        var dead: [(at: Timestamp, count: Int)] = []
        /// How many requests were in the retry queues of late.
        var retrySchedule: [(at: Timestamp, count: Int)] = []
        var counting = CountWatch()
        var workers = WorkerWatch()
    }

    private let queries: CachedQueries
    private let gatewayList: GatewayList
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// - Parameters:
    ///   - queries: what the other pages look at too.
    ///   - gatewayList: the gateways of this process's settings.
    ///   - now: the store's clock, as far as this process knows it.
    package init(_ queries: CachedQueries, gatewayList: GatewayList, now: @escaping @Sendable () -> Timestamp) {
        (self.queries, self.gatewayList, self.now) = (queries, gatewayList, now)
    }

    /// What is known now, what it means, and since when each rule that holds has held.
    package func look() async -> (situation: Situation, judgement: Judgement, since: [Rule: Since]) {
        async let queues = queries.queues.look()
        async let broker = queries.broker.look()
        async let gateways = queries.gateways.look()
        async let workers = queries.workers.look()
        async let counts = queries.counts.look()
        async let changes = queries.changes.look()
        // For the page of the audit, which shows them when the database is away.
        async let newestLines = queries.newestLines.look()
        var situation = Situation(
            at: now(), queues: await queues, broker: await broker, gateways: await gateways,
            workers: await workers, counts: await counts, changes: await changes, gatewayList: gatewayList)
        _ = await newestLines
        situation.deadLately = noteDead(in: situation)
        situation.putOffLately = noteRetries(in: situation)
        (situation.counts, situation.apiPresence) = state.withLock {
            $0.counting.note(situation.counts, at: situation.at)
        }
        noteWorkers(in: &situation)
        let judgement = Judgement(of: situation)
        return (situation, judgement, note(judgement, at: situation.at))
    }

    /// How many more messages lie aside than at the fewest within the memory.
    ///
    /// Whoever looks into the dead-letter queue has its messages in hand for some seconds, so a short dip is no news.
    private func noteDead(in situation: Situation) -> Int {
        state.withLock { state in
            guard let count = situation.ready(in: .dead) else { return 0 }
            // Only changes are kept, so the list is short however many people look.
            if state.dead.last?.count != count { state.dead.append((situation.at, count)) }
            let ends = state.dead.dropFirst().map(\.at) + [situation.at]
            let held = zip(state.dead, ends).filter { situation.at - $1 <= Self.deadMemory }
            state.dead = held.map(\.0)
            let lasted = held.filter { $1 - $0.at >= Self.dip }.map(\.0.count)
            return max(0, count - (lasted.min() ?? count))
        }
    }

    private func noteRetries(in situation: Situation) -> Int {
        state.withLock { state in
            guard let count = situation.ready(in: .retry) else { return 0 }
            state.retrySchedule.removeAll { situation.at - $0.at > Self.retryMemory }
            // Short, however many people look: a look that tells nothing new is not kept.
            let isNew = state.retrySchedule.last.map { $0.count < count || situation.at - $0.at >= .seconds(1) } ?? true
            if isNew { state.retrySchedule.append((situation.at, count)) }
            return state.retrySchedule.map(\.count).max() ?? count
        }
    }

    private func noteWorkers(in situation: inout Situation) {
        state.withLock { state in
            state.workers.note(situation)
            (situation.workersGoneAt, situation.workersMissedAt) = (state.workers.goneAt, state.workers.missedAt)
        }
    }

    private func note(_ judgement: Judgement, at now: Timestamp) -> [Rule: Since] {
        state.withLock { state in
            state.held = state.held.filter { $0.value.holds || now - $0.value.last <= Self.flicker }
            for accusation in state.held.keys { state.held[accusation]?.holds = false }
            var sinces: [Rule: Since] = [:]
            for finding in judgement.findings {
                let seen = Since(at: now, isAtLeast: state.firstLook == nil)
                for subject in finding.subjects {
                    let accusation = Accusation(rule: finding.rule, subject: subject)
                    let told = finding.since.map { Since(at: $0, isAtLeast: false) }
                    let since = told ?? state.held[accusation]?.since ?? seen
                    state.held[accusation] = (since, now, true)
                    // A rule that holds of several has held since it held of the first.
                    if sinces[finding.rule].map({ since.at < $0.at }) ?? true { sinces[finding.rule] = since }
                }
            }
            state.firstLook = state.firstLook ?? now
            return sinces
        }
    }
}

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

/// Since when a rule holds.
package struct Since: Sendable, Hashable {
    package let at: Timestamp
    /// Whether it may have held earlier, when this process did not look yet.
    package let isAtLeast: Bool

    package init(at: Timestamp, isAtLeast: Bool) {
        (self.at, self.isAtLeast) = (at, isAtLeast)
    }
}
