import VerificationCore

/// Which part of what policy rejects operators' rules on numbers reject.
extension Counts {
    private static let mostPlaces = 30

    /// By region, and for the empty text in all; asks the second question only where policy rejects anything.
    static func readBlockShares(
        _ reader: any TallyStore, at minute: Minute
    ) async throws(StoreError) -> [String: Double] {
        let all = TallyQuestion([.turnedAway], in: minute - funnelMinutes..<minute + 1)
        let rejected = places(try await reader.sums(all, by: .region, most: mostPlaces))
        guard !rejected.isEmpty else { return [:] }
        var question = all
        question.reason = RefusalReason.blocked.rawValue
        let blocked = places(try await reader.sums(question, by: .region, most: mostPlaces))
        return Dictionary(
            uniqueKeysWithValues: rejected.map { place, count in (place, Double(blocked[place] ?? 0) / Double(count)) })
    }

    /// By app, of the minutes of the apps; `apps` are the counts of the same minutes.
    static func readAppBlockShares(
        _ reader: any TallyStore, of question: TallyQuestion, apps: [TallySum]
    ) async throws(StoreError) -> [String: Double] {
        let rejected = apps.filter { ($0.counts[.turnedAway] ?? 0) > 0 }
        guard !rejected.isEmpty else { return [:] }
        let blocked = TallyQuestion([.turnedAway], in: question.span, reason: RefusalReason.blocked.rawValue)
        let sums = try await reader.sums(blocked, by: .app, most: mostAppsJudged)
        let counts = Dictionary(sums.map { ($0.name, $0.counts[.turnedAway] ?? 0) }) { first, _ in first }
        return Dictionary(
            rejected.map { ($0.name, Double(counts[$0.name] ?? 0) / Double($0.counts[.turnedAway] ?? 1)) }
        ) { first, _ in first }
    }

    /// A request without a region is in no place but in all together.
    private static func places(_ sums: [TallySum]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for sum in sums {
            let count = sum.counts[.turnedAway] ?? 0
            guard count > 0 else { continue }
            counts["", default: 0] += count
            if !sum.name.isEmpty { counts[sum.name] = count }
        }
        return counts
    }
}
