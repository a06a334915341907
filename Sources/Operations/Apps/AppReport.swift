import VerificationCore

/// How an app's people fare, against the same time a week before.
package struct AppReport: Sendable, Hashable {
    /// The outcomes of what an app asked for within a time.
    package struct Counts: Sendable, Hashable {
        /// The kinds of tally that it adds up.
        package static let kinds = Beginnings.kinds.union([
            .accepted, .delivered, .approved, .limited, .refused, .turnedAway, .notQueued, .failed, .late,
        ])

        /// How many verifications began, and how many of them were approved.
        package let conversion: Conversion
        private let counts: [TallyKind: Int]

        package init(_ counts: [TallyKind: Int]) {
            (conversion, self.counts) = (Conversion(counts), counts)
        }

        package subscript(_ kind: TallyKind) -> Int { counts[kind] ?? 0 }

        /// What policy rejected, at the API or at a worker.
        package var rejected: Int { self[.turnedAway] + self[.refused] }

        /// The verifications that people asked for, those included that never began.
        package var asked: Int { conversion.began + self[.turnedAway] + self[.notQueued] }

        /// Those that ended without an approved code, as far as they have ended.
        package var lost: Int { max(0, asked - conversion.approved) }
    }

    /// Empty for calls without an app.
    package let app: String
    package let now: Counts
    package let before: Counts

    package init(app: String, now: Counts, before: Counts) {
        (self.app, self.now, self.before) = (app, now, before)
    }

    package var hasFallen: Bool { now.conversion.hasFallen(from: before.conversion) }

    /// Whether nothing of it was counted, now or a week before.
    package var isEmpty: Bool { now.asked == 0 && before.asked == 0 }

    /// The reports of all apps of either time; that app first that lost the most more than usual.
    ///
    /// Usual is the share that the app lost a week before, or, without a week before, the share that all apps lose now.
    package static func worstFirst(now: [TallySum], before: [TallySum]) -> [AppReport] {
        let (sumsNow, sumsBefore) = (byName(now), byName(before))
        let all = Counts(sumsNow.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
        let reports = Set(sumsNow.keys).union(sumsBefore.keys).map { app in
            AppReport(app: app, now: Counts(sumsNow[app] ?? [:]), before: Counts(sumsBefore[app] ?? [:]))
        }
        return reports.map { ($0, $0.excess(of: all)) }.sorted { left, right in
            if left.1 != right.1 { return left.1 > right.1 }
            return (right.0.now.asked, left.0.app) < (left.0.now.asked, right.0.app)
        }.map(\.0)
    }

    /// How many more it lost than usual.
    private func excess(of all: Counts) -> Double {
        let usual = before.asked > 0 ? before : all
        guard usual.asked > 0 else { return 0 }
        return Double(now.lost) - Double(now.asked) * Double(usual.lost) / Double(usual.asked)
    }

    private static func byName(_ sums: [TallySum]) -> [String: [TallyKind: Int]] {
        Dictionary(sums.map { ($0.name, $0.counts) }) { first, _ in first }
    }
}
