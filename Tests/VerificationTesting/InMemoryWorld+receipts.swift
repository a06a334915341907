import VerificationCore

extension InMemoryWorld {
    /// A row of `receipt`: the record of a send knows the message, a receipt knows the delivery.
    struct Receipt: Sendable {
        var message: MessageID?
        var delivery: Delivery?
        var place: ReceiptPlace?
    }
}

extension InMemoryWorld {
    package func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreError>] {
        let now = clock.now
        do throws(StoreError) {
            return try answering(about: .verifications) { state in
                var changes: [MessageID: (key: ReceiptKey, change: DeliveryChange)] = [:]
                for (key, delivery) in [ReceiptKey: Delivery](receipts) {
                    if let change = state.note(delivery, of: key, now: now) { changes[change.message] = (key, change) }
                }
                var byKey = Dictionary(uniqueKeysWithValues: changes.values.map { ($0.key, $0.change) })
                return receipts.map { .success($0.key.flatMap { byKey.removeValue(forKey: $0) }) }
            }
        } catch {
            return receipts.map { _ in .failure(error) }
        }
    }
}

extension InMemoryWorld.State {
    /// An accepted message gets its receipt's row; an id that comes twice goes to the newest message.
    mutating func join(_ record: SendRecord, now: Timestamp) -> DeliveryChange? {
        var last: DeliveryChange?
        for key in record.receiptKeys {
            let early = records.receipts[key].flatMap { $0.message == nil ? $0.delivery : nil }
            records.receipts[key] = InMemoryWorld.Receipt(
                message: record.order.message, delivery: early, place: record.place)
            guard let early else { continue }
            last = change(record.order.message, by: early, of: key, telling: record.tellsEvents, now: now) ?? last
        }
        return last
    }

    fileprivate mutating func note(_ delivery: Delivery, of key: ReceiptKey, now: Timestamp) -> DeliveryChange? {
        var row = records.receipts[key] ?? InMemoryWorld.Receipt()
        let all = row.delivery?.joined(with: delivery) ?? delivery
        row.delivery = all
        records.receipts[key] = row
        guard let message = row.message, let app = records.verifications[message.verification]?.phoneKey.app else {
            return nil
        }
        return change(message, by: all, of: key, telling: apps.all[app]?.endpoint != nil, now: now)
    }

    private mutating func change(
        _ id: MessageID, by delivery: Delivery, of key: ReceiptKey, telling: Bool, now: Timestamp
    ) -> DeliveryChange? {
        guard var message = records.messages[id],
            let change = delivery.change(of: message.report.status, reason: message.report.reason)
        else { return nil }
        let before = message.report.status
        let event = change.event(of: id, before: before)
        message.note(change, now: now)
        records.messages[id] = message
        if telling, let event { tell(event, now: now) }
        guard change.status != before else { return nil }
        return DeliveryChange(message: id, gateway: key.gateway, delivery: change, place: records.receipts[key]?.place)
    }
}

extension InMemoryWorld.Records {
    mutating func forgetReceipts(of erased: Set<VerificationID>) {
        receipts = receipts.filter { row in row.value.message.map { !erased.contains($0.verification) } ?? true }
    }
}

extension VerificationStore {
    /// Notes receipts, and throws the first problem among the answers.
    @discardableResult
    package func noteAll(_ receipts: [GatewayReceipt]) async throws(StoreError) -> [DeliveryChange] {
        var changes: [DeliveryChange] = []
        for answer in await note(receipts) {
            if let change = try answer.get() { changes.append(change) }
        }
        return changes
    }
}
