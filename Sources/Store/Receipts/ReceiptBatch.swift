import PostgreSQL
import VerificationCore

/// What a batch of receipts changes in the rows that its transaction has locked.
struct ReceiptBatch {
    private let told: [ReceiptKey: Delivery]
    private let links: Set<MessageID>
    private var messages: [MessageID: (status: MessageStatus, reason: String?)] = [:]
    private var receiptChanges: [ReceiptKey: Delivery] = [:]
    private var messageChanges: [MessageID: Delivery] = [:]
    /// Which message each receipt's key has given another status; a message to which two keys lead is there once.
    var changes: [ReceiptKey: DeliveryChange] {
        Dictionary(uniqueKeysWithValues: statusChanges.values.map { ($0.key, $0.change) })
    }
    private var statusChanges: [MessageID: (key: ReceiptKey, change: DeliveryChange)] = [:]
    /// The events about the changes, for apps with an endpoint.
    private(set) var notes: [EventNote] = []

    /// `links`: the messages that the transaction has tried to lock; an erased message has no row any more.
    init(_ told: [ReceiptKey: Delivery], links: [MessageID]) {
        self.told = told
        self.links = Set(links)
    }

    /// Reads rows of `SQL.lockMessages`; a message with a status of a later version stays as it is.
    mutating func loadMessages(_ rows: PostgresRows) throws {
        for row in rows {
            guard let status = MessageStatus(rawValue: try row.decode("status", as: String.self)),
                let id = try row.linkedMessage()
            else { continue }
            messages[id] = (status, try row.decode("reason"))
        }
    }

    /// Reads rows of `SQL.lockReceipts` and joins them with the receipts of this batch.
    ///
    /// - Returns: false when a row names a message that the transaction has not tried to lock.
    mutating func join(_ rows: PostgresRows) throws -> Bool {
        for row in rows {
            guard let key = ReceiptKey(try row.decode("gateway_id"), of: try row.decode("gateway")),
                let delivery = told[key]
            else { continue }
            let link = try row.linkedMessage()
            if let link, !links.contains(link) { return false }
            note(delivery, of: key, link: link, at: try row.place(), onRecord: try row.delivery())
        }
        return true
    }

    private mutating func note(
        _ delivery: Delivery, of key: ReceiptKey, link: MessageID?, at place: ReceiptPlace?, onRecord: Delivery?
    ) {
        let all = onRecord?.joined(with: delivery) ?? delivery
        if all != onRecord { receiptChanges[key] = all }
        guard let link, let message = messages[link],
            let change = all.change(of: message.status, reason: message.reason)
        else { return }
        if change.status != message.status {
            statusChanges[link] = (
                key, DeliveryChange(message: link, gateway: key.gateway, delivery: change, place: place)
            )
        }
        if let event = change.event(of: link, before: message.status) { notes.append(event) }
        messages[link] = (change.status, change.reason)
        messageChanges[link] = change
    }

    /// The statements that save the changes; a kind of change that does not occur has no statement.
    var writes: [SQL] {
        var writes: [SQL] = []
        if !receiptChanges.isEmpty { writes.append(.updateReceipts(receiptChanges)) }
        if !messageChanges.isEmpty { writes += [.planForTheirDays, .updateStatuses(messageChanges)] }
        return writes
    }
}

extension PostgresRow {
    /// The columns `verification_id` and `ordinal`; nil in a row of `receipt` that only a receipt has made.
    fileprivate func linkedMessage() throws(PostgresError) -> MessageID? {
        guard let verification = try decode("verification_id", as: VerificationID?.self),
            let ordinal = try decode("ordinal", as: Int16?.self)
        else { return nil }
        return MessageID(verification: verification, ordinal: Int(ordinal))
    }

    /// Nil in a row that only a receipt or an older version has made, and in the row of a test number's message.
    fileprivate func place() throws(PostgresError) -> ReceiptPlace? {
        guard let app = try decode("app", as: String?.self).flatMap({ AppID($0) }),
            let region = try decode("region", as: String?.self)
        else { return nil }
        return ReceiptPlace(app: app, region: region)
    }

    /// What receipts have said so far; nil before the first receipt.
    fileprivate func delivery() throws(PostgresError) -> Delivery? {
        let status = try decode("status", as: String?.self).flatMap(MessageStatus.init)
        let reason = try decode("reason", as: String?.self)
        return status.flatMap { Delivery(status: $0, reason: reason) }
    }
}
