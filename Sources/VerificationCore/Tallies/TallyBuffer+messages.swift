extension TallyBuffer {
    /// Counts a gateway's call for a message, and how long it took.
    func ended(_ call: EndedCall, of message: MessageID, for request: VerificationRequest, at now: Timestamp) {
        let (kind, reason) = call.outcome.tally
        count(kind, at: now, app: request.app, region: request.phone.region, gateway: call.gateway, reason: reason)
        count(.callTime, at: now, gateway: call.gateway, reason: TimeBucket(call.took).word)
        guard kind == .callAccepted else { return }
        let began = message.began(with: request)
        func took(_ kind: TallyKind) {
            count(
                kind, of: message.verification, began: began, at: now, app: request.app,
                region: request.phone.region, gateway: call.gateway, reason: message.tallyReason)
        }
        took(.accepted)
        if call.isAwaited(message, since: began, at: now) { took(.awaited) }
    }

    /// Counts a message that will never leave, and what receipts have changed that came before the record.
    func recorded(_ record: SendRecord, early: DeliveryChange?, at now: Timestamp) {
        if let early { changed(early, at: now) }
        guard case .failed(let reason) = record.outcome else { return }
        let (request, message) = (record.request, record.order.message)
        count(
            .failed, of: message.verification, began: message.began(with: request), at: now, app: request.app,
            region: request.phone.region, gateway: record.gateway, reason: TallyBuffer.word(for: reason))
    }

    /// Counts what a provider says of a message; an older version's record does not tell where it counts.
    func changed(_ change: DeliveryChange, at now: Timestamp) {
        guard let place = change.place else { return }
        let (kind, reason): (TallyKind, String)
        switch change.delivery {
        case .taken: return
        case .delivered: (kind, reason) = (.delivered, change.message.tallyReason)
        case .undelivered(let word): (kind, reason) = (.undelivered, word ?? "")
        }
        count(
            kind, of: change.message.verification, at: now, app: place.app, region: place.region,
            gateway: change.gateway, reason: reason)
    }
}

extension EndedCall {
    /// Whether the accepted message tells, by its receipt, how well the gateway delivers.
    ///
    /// - A resend does not: it goes to another gateway than the first message, and often to a phone that no gateway
    ///   reaches.
    /// - A message that waited in a queue does not: it counts in the minute of its request, whose receipts are due
    ///   already. Example: after an outage of five minutes, hundreds of messages leave in the same second.
    fileprivate func isAwaited(_ message: MessageID, since began: Timestamp?, at now: Timestamp) -> Bool {
        guard case .accepted(.some) = outcome, reportsDelivery, message.ordinal == 1, let began else { return false }
        return now - began < .seconds(60)
    }
}

extension MessageID {
    /// Tells the first message of a verification from the others, so that each verification can be counted once.
    var tallyReason: String { ordinal == 1 ? "" : "again" }

    /// When its verification began, if the verification began with this request.
    fileprivate func began(with request: VerificationRequest) -> Timestamp? {
        verification == request.id ? request.requestedAt : nil
    }
}

extension SendOutcome {
    fileprivate var tally: (kind: TallyKind, reason: String) {
        switch self {
        case .accepted: (.callAccepted, "")
        case .refused(let reason, _): (.callRefused, TallyBuffer.word(for: reason))
        case .throttled: (.callThrottled, "")
        case .unknown(let reason): (.callUnknown, TallyBuffer.word(for: reason))
        }
    }
}
