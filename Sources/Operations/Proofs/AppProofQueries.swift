import VerificationCore

/// In how many calls of each app the Firebase surface found a proof that the app makes them.
package struct AppProofQueries: Sendable {
    /// How many apps a page shows at most, those with the most calls first.
    private static let mostApps = 50
    /// More apps than an installation has: an app that one question leaves out would look as if it had no such result.
    private static let mostAppsRead = 10_000
    /// There are no more reasons: each kind of proof has one for each result.
    private static let mostReasons = AppProof.Kind.allCases.count * AppProof.Result.allCases.count

    package let counts: KeyedCachedQuery<TallyWindow, [AppProofCounts]>

    /// `now`: the store's clock, as far as this process knows it.
    package init(tallies: any TallyStore, now: @escaping @Sendable () -> Timestamp) {
        counts = KeyedCachedQuery(freshness: .seconds(10), now: now) { window in
            var question = TallyQuestion([.appProof], in: window.span(at: now()))
            var results: [AppID: [AppProof.Kind: [AppProof.Result: Int]]] = [:]
            // One question for each reason that was counted, a few, and not one for each app.
            for reason in try await tallies.sums(question, by: .reason, most: Self.mostReasons) {
                guard let (kind, result) = AppProof.found(inTally: reason.name) else { continue }
                question.reason = reason.name
                for sum in try await tallies.sums(question, by: .app, most: Self.mostAppsRead) {
                    guard let app = AppID(sum.name) else { continue }
                    results[app, default: [:]][kind, default: [:]][result] = sum.counts[.appProof]
                }
            }
            let counts = results.flatMap { app, kinds in
                kinds.map { AppProofCounts(app: app, kind: $0.key, results: $0.value) }
            }
            return Array(counts.sorted { ($1.calls, $0.app) < ($0.calls, $1.app) }.prefix(Self.mostApps))
        }
    }
}

/// How the proofs of one kind turned out in the calls of one app.
package struct AppProofCounts: Sendable, Hashable {
    package let app: AppID
    package let kind: AppProof.Kind
    package let results: [AppProof.Result: Int]

    package var calls: Int { results.values.reduce(0, +) }
}
