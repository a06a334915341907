import Synchronization
import VerificationCore

extension InMemoryWorld: TallyStore {
    package func add(_ tallies: [Tally]) async throws(StoreError) {
        state.withLock { state in
            for tally in tallies { state.tallies[tally.key, default: 0] += tally.count }
        }
    }

    package func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int] {
        try answers(question).reduce(into: [:]) { $0[$1.key.kind, default: 0] += $1.count }
    }

    package func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum] {
        let names = try Dictionary(grouping: answers(question)) { $0.key[dimension] }
        let sums = names.map { name, tallies in
            TallySum(name: name, counts: tallies.reduce(into: [:]) { $0[$1.key.kind, default: 0] += $1.count })
        }
        let total = { (sum: TallySum) in sum.counts.values.reduce(0, +) }
        return Array(sums.sorted { (total($1), $0.name) < (total($0), $1.name) }.prefix(most))
    }

    package func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries {
        var series = TallySeries(question, step: step)
        for tally in try answers(question) { series.add(tally.count, of: tally.key.kind, in: tally.key.minute) }
        return series
    }

    package func seriesByReason(
        _ question: TallyQuestion, step: Int
    ) async throws(StoreError) -> [String: TallySeries] {
        let empty = TallySeries(question, step: step)
        return try answers(question).reduce(into: [:]) { series, tally in
            series[tally.key.reason, default: empty].add(tally.count, of: tally.key.kind, in: tally.key.minute)
        }
    }

    package func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup] {
        let parts = try Dictionary(grouping: answers(question)) {
            [$0.key.kind.rawValue, $0.key.gateway, $0.key.reason]
        }
        let groups = parts.values.compactMap(Self.group)
        return Array(
            groups.sorted {
                ($1.count, $0.kind.rawValue, $0.gateway, $0.reason) < (
                    $0.count, $1.kind.rawValue, $1.gateway, $1.reason
                )
            }.prefix(most))
    }

    package func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount] {
        var counts: [TallyKey: [TallyKind: Int]] = [:]
        for tally in try answers(.firstDeliveries(in: span)) {
            let place = TallyKey(
                .awaited, in: tally.key.minute, region: tally.key.region, gateway: tally.key.gateway)
            counts[place, default: [:]][tally.key.kind, default: 0] += tally.count
        }
        return counts.sorted {
            ($0.key.minute, $0.key.gateway, $0.key.region) < ($1.key.minute, $1.key.gateway, $1.key.region)
        }
        .map { place, counts in
            DeliveryCount(
                minute: place.minute, gateway: place.gateway, region: place.region,
                awaited: counts[.awaited] ?? 0, delivered: counts[.delivered] ?? 0)
        }
    }

    private static func group(_ tallies: [Tally]) -> TallyGroup? {
        let minutes = tallies.map(\.key.minute)
        guard let key = tallies.first?.key, let first = minutes.min(), let last = minutes.max() else { return nil }
        var regions: [String: Int] = [:]
        for tally in tallies where !tally.key.region.isEmpty { regions[tally.key.region, default: 0] += tally.count }
        let named = regions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(TallyGroup.mostRegions)
        return TallyGroup(
            kind: key.kind, gateway: key.gateway, reason: key.reason, count: tallies.reduce(0) { $0 + $1.count },
            minutes: first...last, regions: named.map(\.key))
    }

    private func answers(_ question: TallyQuestion) throws(StoreError) -> [Tally] {
        let counts = try answering(about: .tallies) { $0.tallies }
        return counts.filter { key, _ in
            question.kinds.contains(key.kind) && question.span.contains(key.minute)
                && question.app.map { $0.name == key.app } ?? true && question.region.map { $0 == key.region } ?? true
                && question.gateway.map { $0 == key.gateway } ?? true
                && question.reason.map { $0 == key.reason } ?? true
        }.map { Tally($0.key, count: $0.value) }
    }
}
