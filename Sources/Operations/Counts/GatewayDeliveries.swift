import VerificationCore

/// How many of some minutes' first messages were delivered by a gateway that reports delivery.
package struct GatewayDeliveries: Sendable, Hashable {
    package let gateway: String
    /// The messages that it took.
    package let taken: Int
    /// How many of them arrived.
    package let delivered: Int

    package init(gateway: String, taken: Int, delivered: Int) {
        (self.gateway, self.taken) = (gateway, taken)
        // Receipts of messages of other minutes may be among those counted.
        self.delivered = min(taken, delivered)
    }

    /// Asks for the gateways that took messages in these minutes, at most `most`.
    ///
    /// A receipt whose verification's time is unknown counts when it comes. So receipts of the minutes until `end`
    /// count as well: they may be of these messages.
    static func read(
        _ reader: any TallyStore, of minutes: Range<Minute>, until end: Minute, most: Int
    ) async throws(StoreError) -> [GatewayDeliveries] {
        let awaited = TallyQuestion([.awaited], in: minutes, reason: "")
        let arrived = TallyQuestion([.delivered], in: minutes.lowerBound..<end, reason: "")
        var delivered: [String: Int] = [:]
        for sum in try await reader.sums(arrived, by: .gateway, most: most) {
            delivered[sum.name] = sum.counts[.delivered]
        }
        return try await reader.sums(awaited, by: .gateway, most: most).map { sum in
            GatewayDeliveries(
                gateway: sum.name, taken: sum.counts[.awaited] ?? 0, delivered: delivered[sum.name] ?? 0)
        }
    }

    var missing: Int { taken - delivered }

    /// 0 where it took nothing.
    var share: Double { taken == 0 ? 0 : Double(delivered) / Double(taken) }
}
