/// A change that a decision makes; a store writes exactly these changes and nothing else.
package enum RowChange: Sendable, Hashable {
    case insertVerification(NewVerification)
    case insertRequest(NewRequest)
    case insertMessage(NewMessage)
    case insertKey(NewKey)
    /// Another try of a message, or its end without another try.
    case updateMessage(MessageChange)
    /// Ends a verification by the right code, if it is still pending; `by` is the id through which the code came.
    case approve(VerificationID, by: VerificationID)
    /// Ends a verification without the right code, if it is still pending.
    case endVerification(VerificationID, VerificationStatus, reason: String?)
    /// Puts off the end of a code's life, if the verification is still pending.
    case extendVerification(VerificationID, until: Timestamp)
    /// Sets how many wrong codes a verification has had.
    case countWrongCodes(VerificationID, Int)
    /// Writes an event about a change for the app, if this transaction really makes the change.
    case tell(EventNote)
    /// Plans that a worker looks at a pending verification when its code's life ends, and then sends the app an event.
    case watch(VerificationID, until: Timestamp)
}

extension RowChange {
    /// What else the store must write when the app has an endpoint; nil when the change causes no event.
    ///
    /// At the end of a code's life no worker acts, so the store plans a look at the verification for that moment.
    package var event: RowChange? {
        switch self {
        case .insertVerification(let row):
            if let kind = row.status.event {
                .tell(EventNote(row.request.id, kind: kind, reason: row.reason))
            } else {
                .watch(row.request.id, until: row.expiresAt)
            }
        case .approve(let id, _): .tell(EventNote(id, kind: .approved))
        case .endVerification(let id, let status, let reason):
            status.event.map { .tell(EventNote(id, kind: $0, reason: reason)) }
        // The look that is planned already finds the later end, and plans itself anew.
        case .insertRequest, .insertMessage, .insertKey, .updateMessage, .extendVerification, .countWrongCodes, .tell,
            .watch:
            nil
        }
    }
}

/// A change of a message that is on record.
package struct MessageChange: Sendable, Hashable {
    package let id: MessageID
    /// The message as the next claim finds it.
    package let facts: MessageFacts
    /// The status that the app sees.
    package let status: MessageStatus
    /// The reason of the status, as a stable identifier; nil keeps the reason that is on record.
    package let reason: String?
}

/// A row of the table `idempotency_key`: the request or the check that an app's key belongs to.
package struct NewKey: Sendable, Hashable {
    package let id: KeyID
    /// A hash of what the caller asked; see `VerificationRequest.fingerprint` and `TypedCode.fingerprint`.
    package let fingerprint: [UInt8]
    package let verification: VerificationID
    /// How many tries were left after a wrong code; nil for a right code, and for a request.
    package var remainingChecks: Int?
}

/// A row of the table `message`.
package struct NewMessage: Sendable, Hashable {
    package let id: MessageID
    package let createdAt: Timestamp
    package let leasedUntil: Timestamp
    package let token: UInt64
    /// Whether the phone is a test number, so that the message takes from no limit.
    package let isForTestNumber: Bool
}
