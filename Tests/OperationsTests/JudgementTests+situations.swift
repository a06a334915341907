import Operations
import VerificationCore
import VerificationTesting

/// Situations to judge: an installation that works, but for what a test says of it.
extension JudgementTests {
    func entry(_ state: BreakerNotice.State) -> GatewayStatuses.Entry {
        GatewayStatuses.Entry(
            notice: BreakerNotice(
                gateway: "a", generation: 1, state: state, remaining: .seconds(9), reason: "half-failed"))
    }

    var hour: Range<Minute> { Minute(now) - 59..<Minute(now) + 1 }

    /// The series of an installation whose API was there in this minute alone.
    func alive(_ minute: Minute?) -> Counts {
        var series = TallySeries(TallyQuestion([.apiAlive], in: hour), step: 1)
        if let minute { series.add(12, of: .apiAlive, in: minute) }
        return Counts(minute: Minute(now), series: series)
    }

    func counts(
        now: [TallyKind: Int] = [:], weekBefore: [TallyKind: Int] = [:], regions: [TallySum] = [],
        regionsWeekBefore: [TallySum] = [], calls: [String: CallCounts] = [:],
        freshCalls: [String: CallCounts] = [:], events: [TallySum] = [], receipts: [TallySum] = [],
        waits: [String: Int] = [:]
    ) -> Counts {
        let minute = Minute(self.now)
        return Counts(
            minute: minute, now: now, weekBefore: weekBefore, regions: regions, regionsWeekBefore: regionsWeekBefore,
            calls: calls, fresh: MinuteCounts(minute, present: keys(freshCalls)), events: events, receipts: receipts,
            waits: Dictionary(waits.compactMap { word, count in TimeBucket(word: word).map { ($0, count) } }) {
                $0 + $1
            },
            series: alive(minute).series)
    }

    /// `fresh`: the calls of the fresh minutes; those of `counts` when it is nil.
    func late(
        _ counts: Counts, _ keys: [MinuteCounts.Key: Int], fresh: [String: CallCounts]? = nil,
        memory: CountMemory = CountMemory()
    ) -> Counts {
        Counts(
            minute: counts.minute, now: counts.now, regions: counts.regions, calls: counts.calls,
            fresh: fresh.map { MinuteCounts(counts.minute, present: self.keys($0)) } ?? counts.fresh,
            lately: Lately(keys, span: .seconds(25)), memory: memory, events: counts.events, series: counts.series)
    }

    func keys(_ calls: [String: CallCounts]) -> [MinuteCounts.Key: Int] {
        calls.reduce(into: [:]) { keys, entry in
            keys[.init(.callAccepted, name: entry.key)] = entry.value.accepted
            keys[.init(.callRefused, name: entry.key)] = entry.value.failed
        }
    }

    func situation(
        ready: Int = 0, putOff: Int = 0, dead: Int = 0, consumers: Int = 2, workers: [WorkerReport]? = nil,
        gateways: [String: GatewayStatuses.Entry] = [:], database: String? = nil, broker: String? = nil,
        eventsWaiting: Int = 1_000, pauses: [WorkQueue: QueuePause] = [:], counts: Counts? = nil, deadLately: Int = 0,
        putOffLately: Int = 0, routes: [GatewayList.Route]? = nil, alarm: String? = nil,
        changes: [StoredAudit] = [], acknowledged: [Acknowledgement] = [], blocks: [BlockRule] = []
    ) -> Situation {
        let queues = [
            report("requests", .requests, ready, consumers: consumers), report("retry.5s", .retry, putOff),
            report("events.retry.5s", .eventRetry, eventsWaiting), report("dead", .dead, dead),
        ]
        let living = WorkerReport(id: 1, seenAt: now, isSilent: false, status: .sample())
        let list = GatewayList(
            members: ["a", "b"].map { .init(name: $0, kind: "sandbox", inFlight: 10, perSecond: nil) },
            routes: routes ?? [
                GatewayRoute(region: "FR", target: RouteTargets(first: [.init("b")])),
                GatewayRoute(target: RouteTargets(first: [.init("a"), .init("b")])),
            ])
        return Situation(
            at: now, queues: Cached(value: queues, at: now, trouble: broker),
            broker: Cached(value: alarm.map { .refuses(reason: $0) } ?? .takesMessages, at: now, trouble: broker),
            gateways: Cached(value: GatewayOverview(workers: 2, gateways: gateways), at: now, trouble: database),
            workers: Cached(value: Workforce(now: now, workers: workers ?? [living], pauses: pauses), at: now),
            counts: Cached(value: counts ?? self.counts(), at: now), changes: Cached(value: changes, at: now),
            acknowledgements: Cached(value: acknowledged, at: now), blocks: Cached(value: blocks, at: now),
            gatewayList: list, deadLately: deadLately, putOffLately: putOffLately)
    }

    func report(
        _ name: String, _ role: QueueReport.Role, _ messages: Int, consumers: Int = 0
    ) -> QueueReport {
        QueueReport(
            name: "verification." + name, role: role,
            state: .present(messages: messages, consumers: consumers, mismatch: nil))
    }
}
