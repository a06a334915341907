import VerificationCore

/// What is known of the whole installation at a moment, part by part.
package struct Situation: Sendable {
    package let at: Timestamp
    package let queues: Cached<[QueueReport]>
    /// Whether the broker takes messages.
    package let broker: Cached<BrokerReadiness>
    package let gateways: Cached<GatewayOverview>
    package let workers: Cached<Workforce>
    package internal(set) var counts: Cached<Counts>
    package let changes: Cached<[StoredAudit]>
    /// What operators have acknowledged; while the database is away, the last known holds.
    package let acknowledgements: Cached<[Acknowledgement]>
    /// The newest rules of operators on numbers.
    package let blocks: Cached<[BlockRule]>
    /// The gateways and routes of this process's settings; other processes may have others.
    package let gatewayList: GatewayList
    /// How many messages were dead-lettered within `LookHistory.deadMemory`, as far as this process saw it.
    package internal(set) var deadLately: Int
    /// The most requests that were in the retry queues within `LookHistory.retryMemory`, as far as this process saw it.
    package internal(set) var putOffLately: Int
    /// What API processes have said of late.
    package internal(set) var apiPresence = APIPresence.unwatched
    /// Since when no worker has been there, as far as this process watched it; nil while workers are there.
    package internal(set) var workersGoneAt: Timestamp?
    /// When this process first missed workers that were there, or read again that some are silent; see `areWorkersComing`.
    package internal(set) var workersMissedAt: Timestamp?

    /// Whether an API process is there.
    package enum APIPresence: Sendable, Hashable {
        /// Only the counts of whole minutes tell it, because this process has not watched for long enough.
        case unwatched
        case heard
        /// `since`: when a process was heard last; nil when this process has never heard any.
        case silent(since: Timestamp?)
    }

    package init(
        at: Timestamp, queues: Cached<[QueueReport]>, broker: Cached<BrokerReadiness> = Cached(),
        gateways: Cached<GatewayOverview>, workers: Cached<Workforce>,
        counts: Cached<Counts>, changes: Cached<[StoredAudit]>,
        acknowledgements: Cached<[Acknowledgement]> = Cached(), blocks: Cached<[BlockRule]> = Cached(),
        gatewayList: GatewayList,
        deadLately: Int = 0, putOffLately: Int = 0
    ) {
        (self.at, self.queues, self.broker, self.gateways, self.workers) = (at, queues, broker, gateways, workers)
        (self.counts, self.changes, self.gatewayList) = (counts, changes, gatewayList)
        (self.acknowledgements, self.blocks) = (acknowledgements, blocks)
        (self.deadLately, self.putOffLately) = (deadLately, putOffLately)
    }

    /// The number of messages that are ready in the queues of this role; nil when the broker does not say.
    package func ready(in role: QueueReport.Role) -> Int? {
        queues.current.map { reports in
            reports.reduce(0) { sum, report in
                guard report.role == role, case .present(let messages, _, _) = report.state else { return sum }
                return sum + messages
            }
        }
    }

    /// How many workers consume requests; nil when the broker does not say.
    package var consumers: Int? {
        queues.current?.first { $0.role == .requests }.map { report in
            switch report.state {
            case .missing: 0
            case .present(_, let consumers, _): consumers
            }
        }
    }

    /// What waits for workers; nil when broker or database does not say.
    package var backlog: Backlog? {
        guard let ready = ready(in: .requests), let counts = counts.current else { return nil }
        return Backlog(
            ready: ready, putOff: self.ready(in: .retry) ?? 0, mayBeHeld: mayBeHeld, isWorked: isWorked, counts,
            at: at)
    }

    /// What waits on the queue alone: more workers do not help requests that wait for a gateway in the retry queues.
    package var queueBacklog: Backlog? {
        guard let ready = ready(in: .requests), let counts = counts.current else { return nil }
        return Backlog(ready: ready, isWorked: isWorked, counts, at: at)
    }

    /// For how long a worker has had its oldest request in hand; nil when no living worker has any.
    package var oldestInHand: Duration? {
        (workers.current?.living ?? []).compactMap { $0.status?.oldestAt }.min().map { at - $0 }
    }

    /// For how long the oldest request has waited, on the queue or in a living worker's hands.
    ///
    /// Nil when the counts do not show it.
    package var oldestWaiting: Duration? {
        guard let backlog = queueBacklog else { return nil }
        let onQueue = backlog.ready == 0 ? .zero : backlog.oldestAge
        return [onQueue, oldestInHand].compactMap { $0 }.max()
    }

    /// How many requests silent workers had in hand when they were heard last.
    ///
    /// The broker gives them to another worker as soon as it misses the silent worker too; then they wait, or are done.
    package var inSilentHands: Int {
        guard mayHaveSilentConsumers else { return 0 }
        return (workers.current?.workers ?? []).filter(\.isSilent).reduce(0) { $0 + ($1.status?.inHand ?? 0) }
    }

    /// The workers that have fallen silent of late, while the broker has more consumers than workers are heard.
    ///
    /// The broker may have handed them requests after their last report, and no count says how many.
    package var silentHolders: [WorkerReport] {
        guard mayHaveSilentConsumers, consumers != nil else { return [] }
        return (workers.current?.workers ?? []).filter { $0.isSilent && at - $0.seenAt < Rule.Limits.silent }
    }

    /// Whether the broker has more consumers than workers are heard, or does not say; a paused worker consumes nothing.
    private var mayHaveSilentConsumers: Bool {
        guard let consumers, let workforce = workers.current else { return true }
        return consumers > (pause(of: .requests) == nil ? workforce.living.count - heldWorkers.count : 0)
    }

    /// Whether the broker may have handed requests to silent workers after their last report; no count shows such
    /// requests.
    package var areSilentHandsUnknown: Bool { !silentHolders.isEmpty || lacksWorkers == true && consumers != 0 }

    /// Whether requests may be in the hands of silent workers: the broker still has their consumers.
    private var mayBeHeld: Bool { inSilentHands > 0 || areSilentHandsUnknown }

    /// Whether workers take requests, as far as it is known.
    private var isWorked: Bool { pause(of: .requests) == nil && lacksWorkers != true }

    /// Whether workers were there until a moment ago.
    ///
    /// After a pause they come back within two seconds. When the database is back, they say a second later that they live.
    var areWorkersComing: Bool { workersMissedAt.map { at - $0 < .seconds(3) } ?? false }

    /// Whether no worker takes requests, though they are not paused; nil when broker or database does not say.
    var lacksWorkers: Bool? {
        guard let consumers, let workforce = workers.current else { return nil }
        return pause(of: .requests) == nil && (consumers == 0 || workforce.living.isEmpty)
    }

    /// An operator's pause of a queue, as far as it is known.
    package func pause(of queue: WorkQueue) -> QueuePause? { workers.value?.pauses[queue] }
}

/// Where the messages of a gateway go that fails.
extension Situation {
    /// Whether the messages of each of a gateway's routes leave by another gateway, which was seen to take some of late.
    func hasOtherWays(than name: String) -> Bool {
        let routes = gatewayList.routes(of: name)
        let others = Set(otherWays(than: name))
        return !routes.isEmpty && routes.allSatisfy { route in route.target.all.contains { others.contains($0) } }
    }

    /// The other gateways of a gateway's routes that were seen to take messages of late, in the order of the routes.
    func otherWays(than name: String) -> [String] {
        var others: [String] = []
        for other in gatewayList.routes(of: name).flatMap({ $0.target.all })
        where other != name && !others.contains(other) && canTake(other) && takes(other) {
            others.append(other)
        }
        return others
    }

    /// The routes of a gateway whose messages no other gateway can take: each is away, or fails gravely too.
    func routesWithoutOtherWay(than name: String) -> [GatewayList.Route] {
        gatewayList.routes(of: name).filter { route in
            !route.target.all.contains { $0 != name && canTake($0) }
        }
    }

    private func canTake(_ name: String) -> Bool {
        getsMessages(name) && (counts.value?.failing(name)?.level ?? .fine) < .down
    }

    private func takes(_ name: String) -> Bool { (counts.value?.newestCalls(name).accepted ?? 0) > 0 }
}
