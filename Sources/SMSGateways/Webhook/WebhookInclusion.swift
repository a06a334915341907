/// What a webhook's receiver may be told of the request that a message came from.
package enum WebhookInclusion: String, Sendable, CaseIterable {
    /// The address of the person's device, by which a receiver can limit.
    case clientIP = "clientIp"
    case app
    case metadata
}
