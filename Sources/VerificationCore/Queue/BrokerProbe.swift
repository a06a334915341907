/// Port: shows an operator how the broker and its queues stand, without changing anything there.
package protocol BrokerProbe: Sendable {
    /// Whether the broker takes messages; answers within a few seconds, and throws when the broker cannot be reached.
    func probe() async throws(BrokerProblem) -> BrokerReadiness

    /// All queues of an installation: the queue of requests first, the dead-letter queue last.
    func reports() async throws(BrokerProblem) -> [QueueReport]
}

/// Why the broker did not do what an operator asked.
package struct BrokerProblem: Error, Sendable, Hashable {
    /// What the operator can do about it.
    package enum Kind: Sendable, Hashable {
        /// Nobody answered, or not in time: the same question may succeed later.
        case unavailable
        /// The broker refuses until somebody changes something, for example the user's rights.
        case refused
    }

    package let kind: Kind
    /// What was being done and what the broker said; safe to print, for it holds no password and no message.
    package let context: String

    package init(_ kind: Kind, _ context: String) {
        self.kind = kind
        self.context = context
    }
}

extension BrokerProblem: CustomStringConvertible {
    package var description: String { context }
}

/// Whether the broker takes messages from those who publish.
package enum BrokerReadiness: Sendable, Hashable {
    case takesMessages
    /// The reason is the broker's own word under an alarm, for example `low on memory`.
    case refuses(reason: String)
    /// The broker does not let this process ask; the text says why.
    case unknown(String)
}
