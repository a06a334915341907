/// A mandatory message that reached no queue; its confirmation still follows.
struct ReturnedMessage: Equatable {
    let exchange: String
    let routingKey: String
    let messageID: String?
    /// The broker's reason, such as `312 NO_ROUTE`.
    let reason: String
}
