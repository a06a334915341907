/// A queue that workers take messages from; an operator can pause it.
package enum WorkQueue: String, Sendable, Hashable, CaseIterable {
    /// Requests for verifications.
    case requests
    /// Delivery receipts on their way to the database.
    case receipts
    /// What apps are to be told.
    case events

    /// Nil for a queue that no worker takes messages from.
    package init?(_ role: QueueReport.Role) {
        switch role {
        case .requests: self = .requests
        case .receipts: self = .receipts
        case .events: self = .events
        case .retry, .eventRetry, .dead: return nil
        }
    }
}
