import VerificationCore

/// What was counted of all gateways in the last minutes.
package struct GatewayTraffic: Sendable {
    /// What was counted of a gateway.
    package struct Part: Sendable {
        /// A kind without an event is not there.
        package var counts: [TallyKind: Int] = [:]
        /// How long its calls took.
        package var times: [TimeBucket: Int] = [:]

        package init() {}

        /// How many calls there were, whatever came of them.
        package var calls: Int { GatewayTraffic.calls.reduce(0) { $0 + (counts[$1] ?? 0) } }

        package subscript(kind: TallyKind) -> Int { counts[kind] ?? 0 }
    }

    /// How many minutes are summed up, the present minute included.
    package static let minutes = 15
    /// The outcomes of a call.
    package static let calls: Set<TallyKind> = [.callAccepted, .callRefused, .callThrottled, .callUnknown]
    /// Accepted messages, and by their receipts the delivered and the undelivered messages among them.
    package static let messages: Set<TallyKind> = [.accepted, .delivered, .undelivered]
    /// The settings bound how many gateways there are; this bounds a question all the same.
    private static let mostGateways = 200

    package let span: Range<Minute>
    /// By the gateway's name; a gateway without counts is not there.
    package let parts: [String: Part]

    package init(span: Range<Minute>, parts: [String: Part] = [:]) {
        (self.span, self.parts) = (span, parts)
    }

    /// The calls of all gateways together.
    package var allCalls: Int { parts.values.reduce(0) { $0 + $1.calls } }

    /// Asks for all gateways at once.
    ///
    /// - Throws: a `StoreError` when the store gives no answer.
    package static func read(
        _ reader: any TallyStore, at now: Timestamp
    ) async throws(StoreError) -> GatewayTraffic {
        let end = Minute(now) + 1
        let span = end - minutes..<end
        var parts: [String: Part] = [:]
        for sum in try await reader.sums(
            TallyQuestion(calls.union(messages), in: span), by: .gateway, most: mostGateways)
        {
            parts[sum.name, default: Part()].counts = sum.counts
        }
        let most = mostGateways * TimeBucket.all.count
        for group in try await reader.groups(TallyQuestion([.callTime], in: span), most: most) {
            guard let bucket = TimeBucket(word: group.reason) else { continue }
            parts[group.gateway, default: Part()].times[bucket] = group.count
        }
        return GatewayTraffic(span: span, parts: parts)
    }
}
