/// How far a message has come, in words that fit every provider.
public enum DeliveryStatus: String, Sendable, CaseIterable {
    /// The provider keeps it for now.
    case queued
    /// The provider has handed it to a network.
    case sent
    /// The phone has it.
    case delivered
    /// The network tried, and gave up.
    case undelivered
    /// The provider could not hand it to a network.
    case failed
    /// It was not delivered before its validity ended.
    case expired
    /// The provider or the network would not take it.
    case rejected
    /// Nobody will know any more.
    case unknown
}
