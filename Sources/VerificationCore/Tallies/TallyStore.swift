/// Port: what all processes have counted.
///
/// A count is there some seconds after its event, and for `Tally.kept`. A reader waits for a silent store for two seconds
/// at most.
package protocol TallyStore: Sendable {
    /// Adds counts to those on record; `tallies` are in the order of their keys, and no key is there twice.
    ///
    /// After an error the store has added nothing, or it has added all and the answer was lost. So a caller that adds
    /// again may count twice; tallies are statistics.
    func add(_ tallies: [Tally]) async throws(StoreError)

    /// The sum of each kind; a kind without an event is not there.
    func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int]

    /// The sums by a dimension, at most `most`; the greatest first, by all kinds of the question together.
    func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum]

    /// The counts along the time, `step` minutes to a point; see `TallySeries` for how many points there are.
    func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries

    /// A series like `series` for each reason that was counted, for kinds with few reasons, such as a `TimeBucket`.
    func seriesByReason(_ question: TallyQuestion, step: Int) async throws(StoreError) -> [String: TallySeries]

    /// The groups with the most events, at most `most`; the greatest first.
    func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup]

    /// The counts of accepted and delivered first messages at gateways that report delivery, one for each minute,
    /// gateway and region, in this order.
    func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount]
}

extension TallyStore {
    /// Which of these gateways have less than their whole weight in the routes that learn; all others are compared with.
    package func learnedShares(
        of gateways: Set<String>, at now: Timestamp
    ) async throws(StoreError) -> [String: LearnedShare] {
        let minute = Minute(now)
        return RouteLearning.shares(try await deliveries(in: RouteLearning.span(at: minute)), at: minute)
            .filter { gateways.contains($0.key) }
    }
}

/// The dimension that separates the sums.
package enum TallyDimension: String, Sendable, CaseIterable {
    case app, region, gateway, reason
}

extension TallyKey {
    /// The key's text in a dimension; empty where the dimension does not apply.
    package subscript(dimension: TallyDimension) -> String {
        switch dimension {
        case .app: app
        case .region: region
        case .gateway: gateway
        case .reason: reason
        }
    }
}
