/// One settling frame to the broker.
enum Settlement: Equatable {
    /// With `coversEarlier`, everything before `tag` that is still unsettled at the broker is meant too.
    case acknowledge(tag: UInt64, coversEarlier: Bool)
    case reject(tag: UInt64, requeue: Bool)
}
