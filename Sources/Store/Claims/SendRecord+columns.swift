import VerificationCore

extension SendRecord {
    struct Columns {
        var stage = "ended"
        var status: MessageStatus
        var reason: String?
        var delay: Int64 = 0
        var mayBeDuplicate = false
        var gatewayID: String?
    }

    var didNotHappen: Bool {
        if case .failed = outcome { return true }
        return false
    }

    /// Sends to test numbers take from no limit.
    var notSent: NotSent {
        NotSent(
            message: order.message, request: request, rules: rules, spentAt: order.code.isFixed ? nil : order.spentAt,
            reason: columns.reason ?? "failed", status: .failed)
    }

    var columns: Columns {
        switch outcome {
        case .accepted(let gatewayID):
            Columns(status: .accepted, gatewayID: gatewayID)
        case .waiting(let delay, let reason):
            Columns(stage: "waiting", status: .sending, reason: reason, delay: delay.wholeMicroseconds)
        case .waitingAfterUnknown(let delay, let reason):
            Columns(
                stage: "waiting", status: .sending, reason: reason, delay: delay.wholeMicroseconds, mayBeDuplicate: true
            )
        case .failed(let reason):
            Columns(status: .failed, reason: reason)
        case .unknown(let reason):
            Columns(status: .unknown, reason: reason)
        }
    }
}

extension SendRecord {
    /// What the app may be told when this record is saved, in order.
    ///
    /// A receipt may have come before the record. Only the transaction knows what it said; see `SQL.tell`.
    var notes: [EventNote] {
        guard let note else { return [] }
        guard !receiptKeys.isEmpty else { return [note] }
        return [note]
            + [.delivered, .undelivered].map { EventNote(note.verification, $0, message: note.message) }
    }
}
