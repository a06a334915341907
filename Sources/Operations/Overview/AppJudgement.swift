import VerificationCore

/// How an app fares by itself, for rules that judge apps.
struct AppJudgement {
    /// From which share of approved verifications on, an app's people do type their codes.
    private static let someApproved = 0.2
    /// A difference by chance is this large about once in 4,000 times; many apps are judged, each every few seconds.
    private static let deviations = 3.5

    let app: String
    private let now: [TallyKind: Int]
    private let before: [TallyKind: Int]
    /// The verifications of all other apps.
    private let others: Conversion
    /// The calls of all apps.
    private let allCalls: Int
    /// The part of what policy rejects that operators' rules on numbers reject.
    private let blockShare: Double

    init(
        _ app: String, now: [TallyKind: Int], before: [TallyKind: Int], all: [TallyKind: Int], blockShare: Double
    ) {
        (self.app, self.now, self.before, self.blockShare) = (app, now, before, blockShare)
        let (mine, whole) = (Conversion(now), Conversion(all))
        others = Conversion(began: whole.began - mine.began, approved: whole.approved - mine.approved)
        allCalls = Self.calls(all)
    }

    var conversion: Conversion { Conversion(now) }
    var conversionBefore: Conversion { Conversion(before) }
    var calls: Int { Self.calls(now) }
    var callsBefore: Int { Self.calls(before) }
    var held: HeldRequests { Self.held(now) }
    var receipts: (lost: Int, all: Int) { Self.receipts(now) }

    /// Whether it has enough traffic to be judged, now or a week ago.
    var isJudged: Bool { max(calls, callsBefore) >= Rule.Limits.leastCalls }

    /// Whether a third fewer are approved than a week ago; or none, although others' are, or its own were a week ago.
    var isApprovedLittle: Bool {
        if conversion.hasFallen(from: conversionBefore) {
            return Self.isBeyondChance(conversion, usual: conversionBefore)
        }
        guard conversion.approved == 0, conversion.began >= Rule.Limits.leastCalls else { return false }
        let usual = conversionBefore.began >= Rule.Limits.leastCalls ? conversionBefore : others
        return usual.began >= Rule.Limits.leastCalls && (usual.share ?? 0) >= Self.someApproved
            && Self.isBeyondChance(conversion, usual: usual)
    }

    var callsLittle: Bool {
        callsBefore >= Rule.Limits.leastStarts && Double(calls) <= Rule.Limits.fewCalls * Double(callsBefore)
    }

    /// Whether limits or policy hold most of its requests, and did not a week ago.
    ///
    /// Of an app with half of the traffic the rule about all requests says it, and that rule knows when it is over.
    var isHeld: Bool { calls * 2 < allCalls && Self.isMuch(held) && !Self.isMuch(Self.held(before)) }

    /// Whether operators' rules on numbers explain what holds its requests, for example a blocked country.
    ///
    /// What limits and other rules hold besides has to be no news by itself.
    var isHeldOnPurpose: Bool {
        let blocked = Double(held.turnedAway) * blockShare
        let rest = Double(held.limited + held.turnedAway) - blocked
        return blocked > 0 && rest < Rule.Limits.manyHeld * Double(max(held.all, 1))
    }

    /// Whether providers report most of its messages undelivered, and did not a week ago.
    var isUndelivered: Bool { Self.areMany(receipts) && !Self.areMany(Self.receipts(before)) }

    /// What happened to at least half of its verifications, for example `40 of 42 were not sent`.
    var mostlyLost: String? {
        let losses: [(TallyKind, String)] = [
            (.failed, "were not sent"), (.undelivered, "were not delivered"), (.refused, "were rejected by policy"),
            (.limited, "were rate-limited"), (.late, "were too late"),
        ]
        let greatest = losses.map { (count: now[$0.0] ?? 0, words: $0.1) }.max { $0.count < $1.count }
        guard let greatest, greatest.count > 0, greatest.count * 2 >= conversion.began else { return nil }
        return "\(greatest.count) of \(conversion.began) \(greatest.words)"
    }

    /// Whether so few are approved that a bad minute of a small app does not explain it.
    private static func isBeyondChance(_ now: Conversion, usual: Conversion) -> Bool {
        let (count, before) = (Double(now.began), Double(usual.began))
        // As if two more had begun and one had been approved, so that no share is certain.
        let share = Double(min(usual.approved, usual.began) + 1) / (before + 2)
        let variance = count * share * (1 - share) * (1 + count / before)
        return count * share - Double(now.approved) > deviations * variance.squareRoot()
    }

    private static func calls(_ counts: [TallyKind: Int]) -> Int {
        [.started, .turnedAway].reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    private static func held(_ counts: [TallyKind: Int]) -> HeldRequests {
        HeldRequests(within: "\(Counts.appMinutes) min") { counts[$0] ?? 0 }
    }

    private static func isMuch(_ held: HeldRequests) -> Bool {
        held.all >= Rule.Limits.leastStarts && held.share >= Rule.Limits.mostHeld
            || held.all >= Rule.Limits.leastCalls && held.share >= Rule.Limits.blocked
    }

    private static func receipts(_ counts: [TallyKind: Int]) -> (lost: Int, all: Int) {
        let lost = counts[.undelivered] ?? 0
        return (lost, lost + (counts[.delivered] ?? 0))
    }

    private static func areMany(_ receipts: (lost: Int, all: Int)) -> Bool {
        receipts.all >= Rule.Limits.leastReceipts
            && Double(receipts.lost) >= Rule.Limits.manyUndelivered * Double(receipts.all)
    }
}

extension Counts {
    /// Each app that called in the minutes of the apps, or a week before; what has no app's name is none.
    var appJudgements: [AppJudgement] {
        let (now, before) = (Self.byName(apps), Self.byName(appsWeekBefore))
        // An app that is missing among the greatest may have called nevertheless.
        let isWhole = apps.count < Self.mostAppsJudged
        let names = isWhole ? Set(now.keys).union(before.keys) : Set(now.keys)
        let all = now.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        return names.filter { AppID($0) != nil }.sorted().map {
            AppJudgement(
                $0, now: now[$0] ?? [:], before: before[$0] ?? [:], all: all, blockShare: appBlockShares[$0] ?? 0)
        }
    }

    private static func byName(_ sums: [TallySum]) -> [String: [TallyKind: Int]] {
        Dictionary(sums.map { ($0.name, $0.counts) }) { first, _ in first }
    }
}
