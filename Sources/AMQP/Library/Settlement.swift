/// One settling frame to the broker.
enum Settlement: Equatable {
    /// With `coversEarlier` the broker also takes every earlier tag that is still unsettled.
    case acknowledge(tag: UInt64, coversEarlier: Bool)
    case reject(tag: UInt64, requeue: Bool)
}
