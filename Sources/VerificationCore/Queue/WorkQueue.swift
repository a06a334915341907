/// A queue that workers take messages from; an operator can pause it.
package enum WorkQueue: String, Sendable, Hashable, CaseIterable {
    /// Requests for verifications.
    case requests
    /// Delivery receipts on their way to the database.
    case receipts
    /// Events for the apps' endpoints.
    case events

    /// How many messages a worker has in hand, where the settings do not say otherwise.
    ///
    /// A message of receipts holds 32 of them at most.
    package var prefetch: Int {
        switch self {
        case .requests: 1_000
        case .receipts: 500
        case .events: 512
        }
    }

    /// Nil for a queue that no worker takes messages from.
    package init?(_ role: QueueReport.Role) {
        switch role {
        case .requests: self = .requests
        case .receipts: self = .receipts
        case .events: self = .events
        case .retry, .eventRetry, .dead: return nil
        }
    }

    /// The queue of messages of this AMQP `type`, for example `verification.receipt.v1`; nil for every other type.
    ///
    /// A later version of a message goes to the same queue: `verification.receipt.v2` is a receipt too.
    package init?(messageType type: String) {
        let queue = Self.allCases.first { type.hasPrefix($0.messageTypes) }
        guard let queue else { return nil }
        self = queue
    }

    /// What the types of this queue's messages begin with, in every version.
    private var messageTypes: String {
        switch self {
        case .requests: "verification.request.v"
        case .receipts: "verification.receipt.v"
        case .events: "verification.event.v"
        }
    }
}
