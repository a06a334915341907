import VerificationCore

/// A row of `receipt` in memory: the record of a send knows the message, a receipt knows the delivery.
struct InMemoryReceipt {
    var message: MessageID?
    var delivery: Delivery?
}

extension InMemoryVerificationStore {
    package func note(_ receipts: [GatewayReceipt]) async throws(StoreProblem) {
        let now = clock.now
        try answering { state in
            for (key, news) in [ReceiptKey: Delivery](receipts) { state.note(news, of: key, now: now) }
        }
    }
}

extension InMemoryVerificationStore.State {
    /// An accepted message gets its receipt's row; an id that comes twice goes to the newest message.
    mutating func join(_ record: SendRecord, now: Timestamp) {
        guard let key = record.receiptKey else { return }
        let early = receipts[key].flatMap { $0.message == nil ? $0.delivery : nil }
        receipts[key] = InMemoryReceipt(message: record.order.message, delivery: early)
        if let early { change(record.order.message, by: early, telling: record.tellsEvents, now: now) }
    }

    mutating func forgetReceipts(of erased: Set<VerificationID>) {
        receipts = receipts.filter { row in row.value.message.map { !erased.contains($0.verification) } ?? true }
    }

    fileprivate mutating func note(_ news: Delivery, of key: ReceiptKey, now: Timestamp) {
        var row = receipts[key] ?? InMemoryReceipt()
        let all = row.delivery?.joined(with: news) ?? news
        row.delivery = all
        receipts[key] = row
        guard let message = row.message, let app = verifications[message.verification]?.phoneKey.app else { return }
        change(message, by: all, telling: apps[app]?.endpoint != nil, now: now)
    }

    private mutating func change(_ id: MessageID, by delivery: Delivery, telling: Bool, now: Timestamp) {
        guard var message = messages[id],
            let change = delivery.change(of: message.report.status, reason: message.report.reason)
        else { return }
        let news = change.news(of: id, before: message.report.status)
        message.note(change, now: now)
        messages[id] = message
        if telling, let news { tell(news, now: now) }
    }
}
