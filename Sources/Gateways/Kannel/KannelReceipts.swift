import VerificationCore

/// Reads what a Kannel reports at the URLs that its messages came with.
package struct KannelReceipts: ReceiptReader {
    private let token: Secret

    /// - Throws: `guessableToken` unless the token is 16 to 128 letters, digits, `-` and `_`.
    package init(token: Secret) throws(GatewaySettingsError) {
        guard (16...128).contains(token.text.utf8.count),
            token.text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-_".utf8.contains($0) })
        else { throw GatewaySettingsError(.guessableToken, setting: "receiptsToken") }
        self.token = token
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard let fields = FormFields(queryOf: call.url)?.unique, let token = fields["token"],
            CodeComparison.areEqual(token, self.token.text, places: 128)
        else { throw .forged }
        guard let id = fields["id"].flatMap(DeliveryReceipt.storableID),
            let type = fields["type"].flatMap({ UInt16($0) })
        else { throw .unreadable }
        let reason = DeliveryReceipt.reason(error: fields["error"])
        return Self.status(type).map { [DeliveryReceipt(gatewayID: id, status: $0, reason: reason)] } ?? []
    }

    /// Reads bits: a message that was not delivered in time is 34, which is 32 and 2.
    private static func status(_ type: UInt16) -> DeliveryStatus? {
        let statuses: [(bit: UInt16, status: DeliveryStatus)] = [
            (1, .delivered), (16, .rejected), (32, .expired), (2, .undelivered), (8, .sent), (4, .queued),
        ]
        return statuses.first { type & $0.bit != 0 }?.status
    }
}
