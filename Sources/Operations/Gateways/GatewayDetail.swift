import VerificationCore

/// What was counted of a single gateway in the last hour.
package struct GatewayDetail: Sendable {
    /// How many minutes are looked at, the present minute included.
    package static let minutes = 60
    /// How many reasons and how many regions are listed at most.
    package static let most = 30

    /// Calls that failed and messages that were not delivered, by their reasons; the greatest first.
    package let reasons: [TallyGroup]
    /// By the region of the number; the greatest first.
    package let regions: [TallySum]
    /// The calls, minute by minute.
    package let series: TallySeries

    /// Asks for a gateway.
    ///
    /// - Throws: a `StoreError` when the store gives no answer.
    package static func read(
        _ reader: any TallyStore, of gateway: String, at now: Timestamp
    ) async throws(StoreError) -> GatewayDetail {
        let end = Minute(now) + 1
        let span = end - minutes..<end
        func question(_ kinds: Set<TallyKind>) -> TallyQuestion { TallyQuestion(kinds, in: span, gateway: gateway) }
        return GatewayDetail(
            reasons: try await reader.groups(
                question([.callRefused, .callThrottled, .callUnknown, .undelivered]), most: most),
            regions: try await reader.sums(
                question(GatewayTraffic.calls.union(GatewayTraffic.messages)), by: .region, most: most),
            series: try await reader.series(question(GatewayTraffic.calls), step: 1))
    }
}
