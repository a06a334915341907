import GatewayKit

extension VerificationID {
    /// Whether the id's time may come from an idempotency key; then the id gives only the day of the request.
    ///
    /// It is true of every id that `KeyRing` made from a key, and of no other id of a `KeyRing`. A backend that makes ids
    /// itself knows nothing of the mark, so it is also true of half of these ids.
    package var mayBeOfKey: Bool { low & Self.markOfKey != 0 }

    /// When the request was made, by the clock of its maker; nil where the id cannot tell, see `mayBeOfKey`.
    package var requestedAt: Timestamp? { mayBeOfKey ? nil : madeAt }

    /// The latest moment at which the request of an id from `makeID` can have been made.
    ///
    /// The id of an idempotency key tells only the day of its request, so it is the end of that day.
    package var madeAtLatest: Timestamp { requestedAt ?? madeAt.endOfDay }

    /// The first random bit marks ids that were made from an idempotency key.
    static let markOfKey: UInt64 = 1 << 61
}
