/// Whether the broker takes messages from those who publish.
package enum BrokerReadiness: Sendable, Hashable {
    case takesMessages
    /// The reason is the broker's own word under an alarm, for example `low on memory`.
    case refuses(reason: String)
    /// The broker does not let this process ask; the text says why.
    case unknown(String)
}
