/// One frame to the broker that acknowledges deliveries, or rejects one.
enum AcknowledgementFrame: Equatable {
    /// With `coversEarlier` the broker also counts every earlier unsettled tag as acknowledged.
    case acknowledge(tag: UInt64, coversEarlier: Bool)
    case reject(tag: UInt64, requeue: Bool)
}
