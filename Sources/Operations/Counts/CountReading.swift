import VerificationCore

/// The questions of a look at the counts; what a rule compares is asked in one function, and fails together.
struct CountReading: Sendable {
    let reader: any TallyStore
    let minute: Minute

    init(_ reader: any TallyStore, minute: Minute) { (self.reader, self.minute) = (reader, minute) }

    private var funnel: TallyQuestion {
        TallyQuestion(Counts.funnelKinds, in: minute - Counts.funnelMinutes..<minute)
    }
    private var ofCalls: Range<Minute> { minute - Counts.callMinutes..<minute + 1 }
    /// The newest minute that accuses a gateway or an app.
    private var judged: Minute { minute - Counts.receiptMinutes }

    /// What nearly every rule needs.
    struct Core: Sendable {
        let now: [TallyKind: Int]
        let calls: [String: CallCounts]
        let fresh: MinuteCounts
        let blockShares: [String: Double]
        let waits: [TimeBucket: Int]
        let series: TallySeries
    }

    func core() async throws(StoreError) -> Core {
        async let minutes = Counts.answer { () throws(StoreError) in try await ofMinutes() }
        let series = try await reader.series(Counts.chart(minute), step: 1)
        let fresh = try await MinuteCounts(
            minute, present: present(minute, in: series), before: present(minute - 1, in: series))
        let known = try await minutes.get()
        return Core(
            now: known.now, calls: known.calls, fresh: fresh, blockShares: known.blockShares, waits: known.waits,
            series: series)
    }

    /// What is counted of whole minutes.
    private func ofMinutes() async throws(StoreError) -> (
        now: [TallyKind: Int], calls: [String: CallCounts], blockShares: [String: Double], waits: [TimeBucket: Int]
    ) {
        let waits = TallyQuestion([.wait], in: minute - Counts.rateMinutes..<minute)
        return (
            try await reader.totals(funnel),
            try await reader.sums(
                TallyQuestion(CallCounts.kinds, in: ofCalls), by: .gateway, most: Counts.mostGateways
            ).calls,
            try await Counts.readBlockShares(reader, at: minute),
            try await reader.sums(waits, by: .reason, most: TimeBucket.all.count).times(of: .wait)
        )
    }

    /// What changes from second to second.
    private func present(
        _ minute: Minute, in series: TallySeries
    ) async throws(StoreError) -> [MinuteCounts.Key: Int] {
        let calls = TallyQuestion(CallCounts.kinds, in: minute..<minute + 1)
        let events = TallyQuestion([.eventTold, .eventFailed, .eventPutOff], in: calls.span)
        let requests = TallyQuestion([.started, .turnedAway], in: calls.span)
        var counts: [MinuteCounts.Key: Int] = [:]
        for sum in try await reader.sums(calls, by: .gateway, most: Counts.mostGateways)
            + reader.sums(events, by: .app, most: Counts.mostApps)
            + reader.sums(requests, by: .region, most: Counts.mostRegions)
        {
            for (kind, count) in sum.counts { counts[.init(kind, name: sum.name)] = count }
        }
        // Written last, because a request without a region has the name that stands for all together.
        for kind in [TallyKind.started, .duplicate, .limited, .turnedAway, .notQueued, .apiAlive] {
            let places = series.counts[kind] ?? []
            let place = minute - series.beginning
            counts[.init(kind)] = places.indices.contains(place) ? places[place] : 0
        }
        return counts
    }

    func aWeekBefore() async throws(StoreError) -> (totals: [TallyKind: Int], series: TallySeries?) {
        (
            try await reader.totals(funnel.aWeekBefore),
            try await reader.series(Counts.chartWeekBefore(minute), step: 1)
        )
    }

    func regions() async throws(StoreError) -> (now: [TallySum], before: [TallySum]) {
        let people = TallyQuestion(Beginnings.kinds.union([.approved, .turnedAway]), in: funnel.span)
        return (
            try await reader.sums(people, by: .region, most: Counts.mostRegions),
            try await reader.sums(people.aWeekBefore, by: .region, most: Counts.mostRegions)
        )
    }

    func apps() async throws(StoreError) -> (now: [TallySum], before: [TallySum], blockShares: [String: Double]) {
        let question = TallyQuestion(Counts.appKinds, in: judged - Counts.appMinutes..<judged)
        let now = try await reader.sums(question, by: .app, most: Counts.mostAppsJudged)
        return (
            now, try await reader.sums(question.aWeekBefore, by: .app, most: Counts.mostAppsJudged),
            try await Counts.readAppBlockShares(reader, of: question, apps: now)
        )
    }

    func events() async throws(StoreError) -> [TallySum] {
        try await reader.sums(TallyQuestion(Counts.eventKinds, in: ofCalls), by: .app, most: Counts.mostApps)
    }

    func receipts() async throws(StoreError) -> [TallySum] {
        let question = TallyQuestion([.delivered, .undelivered], in: ofCalls)
        return try await reader.sums(question, by: .region, most: Counts.mostRegions)
    }

    func deliveries() async throws(StoreError) -> (now: [GatewayDeliveries], before: [GatewayDeliveries]) {
        let before = judged - 7 * 24 * 60
        return (
            try await GatewayDeliveries.read(
                reader, of: judged - Counts.deliveryMinutes..<judged, until: minute + 1, most: Counts.mostGateways),
            try await GatewayDeliveries.read(
                reader, of: before - Counts.usualDeliveryMinutes..<before, until: before + Counts.receiptMinutes,
                most: Counts.mostGateways)
        )
    }

    func waitSeries() async throws(StoreError) -> [[TimeBucket: Int]] {
        let question = TallyQuestion([.wait], in: Counts.chart(minute).span)
        return try await reader.seriesByReason(question, step: 1).times(of: .wait)
    }

    func failures() async throws(StoreError) -> [TallyGroup] {
        let question = TallyQuestion(Counts.failureKinds, in: minute - Counts.funnelMinutes..<minute + 1)
        return try await reader.groups(question, most: Counts.mostFailures)
    }
}

extension [TallySum] {
    fileprivate var calls: [String: CallCounts] {
        Dictionary(map { sum in (sum.name, CallCounts { sum.counts[$0] ?? 0 }) }) { first, _ in first }
    }
}
