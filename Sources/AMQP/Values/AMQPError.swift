/// What went wrong with a broker, safe to print: it holds no password, body or header.
package struct AMQPError: Error, Sendable, Equatable {
    /// The kinds of failure; in this module only a publish throws the first group.
    package enum Code: Sendable, Equatable {
        /// There is no connection at present, or the broker has been silent for too long.
        case notConnected
        /// The broker is under a memory or disk alarm and takes no messages.
        case blocked
        /// This publisher was closed by its own process.
        case closed
        /// A mandatory message reached no queue.
        case returned
        /// The broker refused the message, for example because the queue is full.
        case nacked
        /// The deadline passed while the message still waited here for its turn.
        case notSent
        /// The message left, and no answer came: it may or may not be in the queue, now or later.
        case unconfirmed

        case invalidConfiguration
        case invalidMessage
        case connectionFailed
        case authenticationFailed
        case tlsFailed
        case timedOut
        case connectionLost
        /// The broker closed the channel or the connection with this AMQP reply code.
        case refusedByBroker(Int)
        case protocolViolation
    }

    /// Whether a message whose publish failed can be in a queue.
    package enum PublishOutcome: Sendable, Equatable {
        case notEnqueued
        /// Try again with the same message id, so that a duplicate can be recognised.
        case unknown
    }

    package let code: Code
    /// What the process was doing, and what the library or the broker said about it.
    package let context: String

    package init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    /// Whether the same call can succeed later although no operator changes anything.
    package var isRetriable: Bool {
        switch code {
        case .notConnected, .blocked, .nacked, .notSent, .unconfirmed, .connectionFailed, .timedOut, .connectionLost:
            true
        case .refusedByBroker(let replyCode): AMQPError.passingReplyCodes.contains(replyCode)
        case .closed, .returned, .invalidConfiguration, .invalidMessage, .authenticationFailed, .tlsFailed: false
        case .protocolViolation: false
        }
    }

    /// `unknown` for a message that left without an answer, `notEnqueued` for every other error of a publish.
    package var publishOutcome: PublishOutcome {
        code == .unconfirmed ? .unknown : .notEnqueued
    }

    /// 311 content too large for now, 320 connection forced (a node stops), 405 locked, 506 resources, 541 internal.
    private static let passingReplyCodes: Set<Int> = [311, 320, 405, 506, 541]
}

extension AMQPError: CustomStringConvertible {
    package var description: String { context.isEmpty ? name : "\(name): \(context)" }

    private var name: String {
        switch code {
        case .notConnected: "not connected to the broker"
        case .blocked: "the broker takes no messages"
        case .closed: "closed"
        case .returned: "no queue takes the message"
        case .nacked: "the broker refused the message"
        case .notSent: "not sent in time"
        case .unconfirmed: "sent and not confirmed"
        case .invalidConfiguration: "wrong broker settings"
        case .invalidMessage: "not a message that AMQP can carry"
        case .connectionFailed: "no connection to the broker"
        case .authenticationFailed: "the broker refused the login"
        case .tlsFailed: "TLS failed"
        case .timedOut: "no answer in time"
        case .connectionLost: "connection to the broker lost"
        case .refusedByBroker(let number): "refused by the broker (\(number))"
        case .protocolViolation: "not what AMQP allows"
        }
    }
}
