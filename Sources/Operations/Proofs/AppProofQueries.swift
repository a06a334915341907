import VerificationCore

/// In how many calls of each app the Firebase surface found a proof that the app makes them.
package struct AppProofQueries: Sendable {
    /// How many apps a page shows at most, those with the most calls first.
    private static let mostApps = 50
    /// No app has as many reasons: each kind of proof has one for each result.
    private static let mostReasons = AppProof.Kind.allCases.count * AppProof.Result.allCases.count

    package let counts: KeyedCachedQuery<TallyWindow, [AppProofCounts]>

    /// `now`: the store's clock, as far as this process knows it.
    package init(tallies: any TallyStore, now: @escaping @Sendable () -> Timestamp) {
        counts = KeyedCachedQuery(freshness: .seconds(10), now: now) { window in
            var question = TallyQuestion([.appProof], in: window.span(at: now()))
            var counts: [AppProofCounts] = []
            for sum in try await tallies.sums(question, by: .app, most: Self.mostApps) {
                guard let app = AppID(sum.name) else { continue }
                question.app = app
                let sums = try await tallies.sums(question, by: .reason, most: Self.mostReasons)
                counts += AppProofCounts.all(of: app, in: sums)
            }
            return counts
        }
    }
}

/// How the proofs of one kind turned out in the calls of one app.
package struct AppProofCounts: Sendable, Hashable {
    package let app: AppID
    package let kind: AppProof.Kind
    package let results: [AppProof.Result: Int]

    package var calls: Int { results.values.reduce(0, +) }

    /// A row for each kind that was looked for; `sums` are by reason.
    static func all(of app: AppID, in sums: [TallySum]) -> [AppProofCounts] {
        var results: [AppProof.Kind: [AppProof.Result: Int]] = [:]
        for sum in sums {
            guard let (kind, result) = AppProof.found(inTally: sum.name) else { continue }
            results[kind, default: [:]][result] = sum.counts[.appProof]
        }
        return AppProof.Kind.allCases.compactMap { kind in
            results[kind].map { AppProofCounts(app: app, kind: kind, results: $0) }
        }
    }
}
