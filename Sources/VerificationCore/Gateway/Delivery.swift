/// What all receipts of a message say together.
///
/// Receipts come in any order, and more than once, so the most advanced status counts. For example an undelivered
/// message may still be delivered, because the network tried again. A delivered message stays delivered.
package enum Delivery: Sendable, Hashable {
    /// The provider has the message.
    case taken
    /// It did not arrive; the reason is a stable identifier, nil where the provider gives no reason.
    case undelivered(reason: String?)
    /// The phone has it.
    case delivered

    /// Nil when the receipt says nothing of the message.
    package init?(_ receipt: DeliveryReceipt) {
        switch receipt.status {
        case .queued, .sent: self = .taken
        case .delivered: self = .delivered
        case .undelivered: self = .undelivered(reason: receipt.safeReason)
        case .failed, .expired, .rejected:
            self = .undelivered(reason: receipt.safeReason ?? receipt.status.rawValue)
        case .unknown: return nil
        }
    }

    /// Reads what a message's status says of its delivery; nil for a status that does not come from the provider.
    package init?(status: MessageStatus, reason: String?) {
        switch status {
        case .accepted: self = .taken
        case .undelivered: self = .undelivered(reason: reason)
        case .delivered: self = .delivered
        case .sending, .failed, .unknown: return nil
        }
    }

    /// The status of a message about which only this is known.
    package var status: MessageStatus {
        switch self {
        case .taken: .accepted
        case .undelivered: .undelivered
        case .delivered: .delivered
        }
    }

    /// The reason beside the status.
    package var reason: String? {
        switch self {
        case .undelivered(let reason): reason
        case .taken, .delivered: nil
        }
    }

    /// Both together: the same in any order, and however often.
    ///
    /// Of two reasons the first in the alphabet counts, because nothing tells which receipt was first.
    package func joined(with other: Delivery) -> Delivery {
        switch (self, other) {
        case (.delivered, _), (_, .delivered): .delivered
        case (.undelivered(let reason), .undelivered(let otherReason)):
            .undelivered(reason: [reason, otherReason].compactMap(\.self).min())
        case (.undelivered, .taken): self
        case (.taken, _): other
        }
    }

    /// What the message shows from now on; nil when it stays as it is.
    ///
    /// A status never goes back. What each earlier status means when a receipt comes:
    /// - `sending`: the worker is still to record the outcome. The record joins what the receipts said meanwhile.
    /// - `failed`: the message definitely did not leave, and its share of the limits was given back. So a receipt that
    ///   seems to be about it is about another message.
    /// - `unknown`: the provider has it after all.
    ///
    /// - Parameters:
    ///   - status: the message's status before.
    ///   - reason: the reason beside it.
    /// - Returns: the delivery whose `status` and `reason` the message gets.
    package func change(of status: MessageStatus, reason: String?) -> Delivery? {
        switch status {
        case .sending, .failed: return nil
        case .unknown: return self
        case .accepted, .undelivered, .delivered:
            guard let known = Delivery(status: status, reason: reason) else { return nil }
            let joined = known.joined(with: self)
            return joined == known ? nil : joined
        }
    }
}

extension DeliveryReceipt {
    /// The reason, or nil when it is no stable identifier of at most 40 bytes; the author of a gateway may be careless.
    fileprivate var safeReason: String? {
        guard let reason, (1...40).contains(reason.utf8.count) else { return nil }
        let isWord = reason.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        return isWord ? reason : nil
    }
}

extension Dictionary<ReceiptKey, Delivery> {
    /// Gathers receipts, so that each message's id is there once; leaves out receipts that say nothing of a message.
    package init(_ receipts: [GatewayReceipt]) {
        self.init()
        for receipt in receipts {
            guard let delivery = Delivery(receipt.receipt), let key = receipt.key else { continue }
            self[key] = self[key]?.joined(with: delivery) ?? delivery
        }
    }
}

extension Delivery {
    /// The event for the app when a message gets this delivery's status; nil when the change causes no event.
    ///
    /// A further reason of a message that is undelivered already is no news.
    ///
    /// `status`: the message's status before.
    package func event(of message: MessageID, before status: MessageStatus) -> EventNote? {
        guard status != self.status else { return nil }
        return switch self {
        case .taken: nil
        case .undelivered(let reason):
            EventNote(message.verification, kind: .undelivered, message: message.ordinal, reason: reason)
        case .delivered: EventNote(message.verification, kind: .delivered, message: message.ordinal)
        }
    }
}
