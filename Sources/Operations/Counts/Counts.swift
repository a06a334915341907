import VerificationCore

/// What was counted of late, and in the same minutes of a week before.
package struct Counts: Sendable {
    /// What the funnel sums up: 15 minutes before the current minute.
    package static let funnelMinutes = 15
    /// What gateways' calls are judged by.
    package static let callMinutes = 5
    /// The minutes that show whether something is over, before two looks show it: the present minute and the minute
    /// before.
    package static let freshMinutes = 2
    /// The minutes in which verifications began whose messages show whether a gateway delivers.
    package static let deliveryMinutes = 6
    /// The minutes that show how much it delivered a week ago; more minutes, because few messages show little.
    static let usualDeliveryMinutes = 60
    /// How many of the newest minutes accuse no gateway yet, because receipts take their time.
    package static let receiptMinutes = 2
    /// The last complete minutes, whose counts give the waits and the rates.
    package static let rateMinutes = 2
    /// What charts show.
    package static let chartMinutes = 60
    /// The minutes by which each app is judged; they ended `receiptMinutes` ago, so that people had time to type.
    package static let appMinutes = 15
    /// The apps with the most traffic are judged one by one; an app beyond them has less than a hundredth of it.
    static let mostAppsJudged = 100

    /// The minute of the look, which is not over.
    package let minute: Minute
    /// By kind, of verifications that began in the funnel's minutes.
    package let now: [TallyKind: Int]
    /// The same a week before.
    package let weekBefore: [TallyKind: Int]
    /// The same by region, the regions with the most first.
    package let regions: [TallySum]
    package let regionsWeekBefore: [TallySum]
    /// By app, of verifications that began in the minutes of the apps.
    package let apps: [TallySum]
    package let appsWeekBefore: [TallySum]
    /// Calls by gateway.
    package let calls: [String: CallCounts]
    /// What was counted in the fresh minutes.
    package let fresh: MinuteCounts
    /// What was counted since a look of some seconds ago; nil for the first looks of this process.
    package internal(set) var lately: Lately?
    /// What this process remembers of looks before the looks of `lately`.
    package internal(set) var memory: CountMemory
    /// The outcomes of events, by app, in the minutes of the calls.
    package let events: [TallySum]
    /// The statuses in providers' receipts, by region, in the minutes of the calls.
    package let receipts: [TallySum]
    /// How many first messages were delivered, at gateways that report delivery, in the minutes before the last.
    package let deliveries: [GatewayDeliveries]
    /// The same a week before, of an hour.
    package let deliveriesWeekBefore: [GatewayDeliveries]
    /// The part of what policy rejects that operators' rules on numbers reject, by region; empty text for all.
    package let blockShares: [String: Double]
    /// The same by app, of the minutes of the apps.
    package let appBlockShares: [String: Double]
    /// How long requests waited that were decided in the minutes of the rates.
    package let waits: [TimeBucket: Int]
    /// Minute by minute, the current minute last.
    package let series: TallySeries
    /// What charts show of the same minutes a week before.
    package let seriesWeekBefore: TallySeries
    /// How long requests waited that were decided at each point of `series`; empty where none was decided in all.
    package let waitSeries: [[TimeBucket: Int]]
    /// The greatest groups of failures in the funnel's minutes.
    package let failures: [TallyGroup]
    /// What could not be read; its rules accuse no part, and the rest of the counts is whole.
    package let gaps: [Gap]

    /// A part of the counts that gave no answer.
    package struct Gap: Sendable, Hashable {
        package let part: String
        package let trouble: String

        package init(part: String, trouble: String) { (self.part, self.trouble) = (part, trouble) }
    }

    package init(
        minute: Minute, now: [TallyKind: Int] = [:], weekBefore: [TallyKind: Int] = [:], regions: [TallySum] = [],
        regionsWeekBefore: [TallySum] = [], apps: [TallySum] = [], appsWeekBefore: [TallySum] = [],
        calls: [String: CallCounts] = [:],
        fresh: MinuteCounts? = nil, lately: Lately? = nil, memory: CountMemory = CountMemory(), events: [TallySum] = [],
        receipts: [TallySum] = [], deliveries: [GatewayDeliveries] = [],
        deliveriesWeekBefore: [GatewayDeliveries] = [], blockShares: [String: Double] = [:],
        appBlockShares: [String: Double] = [:],
        waits: [TimeBucket: Int] = [:], series: TallySeries? = nil, seriesWeekBefore: TallySeries? = nil,
        waitSeries: [[TimeBucket: Int]] = [], failures: [TallyGroup] = [], gaps: [Gap] = []
    ) {
        self.minute = minute
        self.now = now
        self.weekBefore = weekBefore
        self.regions = regions
        self.regionsWeekBefore = regionsWeekBefore
        (self.apps, self.appsWeekBefore) = (apps, appsWeekBefore)
        self.calls = calls
        self.fresh = fresh ?? MinuteCounts(minute)
        self.lately = lately
        self.memory = memory
        self.events = events
        self.receipts = receipts
        (self.deliveries, self.deliveriesWeekBefore) = (deliveries, deliveriesWeekBefore)
        (self.blockShares, self.appBlockShares, self.waits) = (blockShares, appBlockShares, waits)
        self.series = series ?? TallySeries(Self.chart(minute), step: 1)
        self.seriesWeekBefore = seriesWeekBefore ?? TallySeries(Self.chartWeekBefore(minute), step: 1)
        self.waitSeries = waitSeries
        (self.failures, self.gaps) = (failures, gaps)
    }

    static let (mostRegions, mostGateways, mostApps) = (30, 50, 20)
    static let mostFailures = 5
    static let funnelKinds = Beginnings.kinds.union([
        .limited, .accepted, .delivered, .undelivered, .approved, .turnedAway, .notQueued,
    ])
    static let appKinds = Beginnings.kinds.union([
        .limited, .refused, .late, .failed, .delivered, .undelivered, .approved, .turnedAway,
    ])
    /// The outcomes of an event.
    static let eventKinds: Set<TallyKind> = [.eventTold, .eventFailed, .eventPutOff, .eventGivenUp]
    static let failureKinds: Set<TallyKind> = [
        .callRefused, .callThrottled, .callUnknown, .failed, .undelivered, .limited, .refused, .late, .turnedAway,
        .notQueued,
    ]

    static func chart(_ minute: Minute) -> TallyQuestion {
        TallyQuestion(
            Beginnings.kinds.union([
                .limited, .turnedAway, .notQueued, .apiAlive, .wait, .approved, .callAccepted, .callRefused,
                .callThrottled, .callUnknown, .delivered,
            ]),
            in: minute - (chartMinutes - 1)..<minute + 1)
    }

    static func chartWeekBefore(_ minute: Minute) -> TallyQuestion {
        TallyQuestion(Beginnings.kinds.union([.approved, .callAccepted]), in: chart(minute).span).aWeekBefore
    }
}

extension Counts {
    /// How many requests came per minute, by the last complete minutes.
    package var arrivals: Double { rate(of: .started) }

    /// How many requests workers decided per minute, by the last complete minutes.
    package var departures: Double { rate(of: .wait) }

    /// How often it happened in the fresh minutes.
    package func inFreshMinutes(_ kind: TallyKind) -> Int {
        (series.counts[kind] ?? []).suffix(Self.freshMinutes).reduce(0, +)
    }

    /// How often it happened of late: since a look of some seconds ago, or in the fresh minutes.
    package func ofLate(_ kind: TallyKind) -> Int { lately?[kind] ?? inFreshMinutes(kind) }

    /// What came of late of a gateway's calls.
    package func callsOfLate(_ gateway: String) -> CallCounts {
        lately?.calls(of: gateway) ?? fresh.calls(of: gateway)
    }

    /// The newest of a gateway's calls: those of late, or else those of the fresh minutes, or else of the last minutes.
    package func newestCalls(_ gateway: String) -> CallCounts {
        [callsOfLate(gateway), fresh.calls(of: gateway)].first { $0.all > 0 } ?? calls[gateway]
            ?? CallCounts(accepted: 0, failed: 0)
    }

    /// What "of late" means, for example `25 s`.
    package var ofLateWords: String { lately.map { "\($0.span.components.seconds) s" } ?? "\(Self.freshMinutes) min" }

    private func rate(of kind: TallyKind) -> Double {
        let complete = (series.counts[kind] ?? []).dropLast().suffix(Self.rateMinutes)
        return complete.isEmpty ? 0 : Double(complete.reduce(0, +)) / Double(complete.count)
    }
}
