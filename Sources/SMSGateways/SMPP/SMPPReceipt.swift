import SMPP
import VerificationCore

/// What an SMSC's `deliver_sm` says of a message, in the words that fit every gateway.
struct SMPPReceipt {
    let receipt: VerificationCore.DeliveryReceipt

    /// Nil for a person's answer to an SMS, and for a receipt without an id that can be stored.
    init?(_ message: DeliverMessage, ids: SMPPReceiptIDs) {
        guard let told = SMPP.DeliveryReceipt(message),
            let id = VerificationCore.DeliveryReceipt.storableID(ids.received(told.messageID))
        else { return nil }
        receipt = VerificationCore.DeliveryReceipt(
            gatewayID: id, status: told.state.status,
            reason: VerificationCore.DeliveryReceipt.reason(error: told.networkError))
    }
}

extension MessageState {
    fileprivate var status: DeliveryStatus {
        switch self {
        case .scheduled, .enRoute: .queued
        case .accepted: .sent
        case .delivered: .delivered
        case .undeliverable, .deleted: .undelivered
        case .skipped: .failed
        case .expired: .expired
        case .rejected: .rejected
        case .unknown: .unknown
        }
    }
}
