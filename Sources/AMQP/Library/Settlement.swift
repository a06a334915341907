/// One settling frame to the broker.
enum Settlement: Equatable {
    /// With `coversEarlier` the broker also counts every earlier unsettled tag as acknowledged.
    case acknowledge(tag: UInt64, coversEarlier: Bool)
    case reject(tag: UInt64, requeue: Bool)
}
