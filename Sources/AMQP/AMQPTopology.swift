/// Exchanges, queues and bindings that have to exist; declared anew on every connection.
///
/// Declaring what exists changes nothing. What exists with other settings is used as it is, and told of as an
/// `AMQPMismatch`; a queue's settings never change, so it takes an operator who deletes the queue to have it made anew.
package struct AMQPTopology: Sendable, Equatable {
    /// Where messages are published.
    package struct Exchange: Sendable, Equatable {
        /// How it chooses among its bindings.
        package enum Kind: String, Sendable { case direct, topic, fanout, headers }

        package let name: String
        package let kind: Kind
        package let isDurable: Bool
        package let arguments: [String: AMQPFieldValue]

        package init(
            name: String, kind: Kind, isDurable: Bool = true, arguments: [String: AMQPFieldValue] = [:]
        ) {
            self.name = name
            self.kind = kind
            self.isDurable = isDurable
            self.arguments = arguments
        }
    }

    /// Where messages wait.
    package struct Queue: Sendable, Equatable {
        package let name: String
        package let isDurable: Bool
        /// Whether only this connection sees it, and it goes away with the connection.
        package let isExclusive: Bool
        package let isAutoDeleted: Bool
        package let arguments: [String: AMQPFieldValue]

        package init(
            name: String, isDurable: Bool = true, isExclusive: Bool = false, isAutoDeleted: Bool = false,
            arguments: [String: AMQPFieldValue] = [:]
        ) {
            self.name = name
            self.isDurable = isDurable
            self.isExclusive = isExclusive
            self.isAutoDeleted = isAutoDeleted
            self.arguments = arguments
        }
    }

    /// What leads messages from an exchange to a queue.
    package struct Binding: Sendable, Equatable {
        package let queue: String
        package let exchange: String
        package let routingKey: String
        package let arguments: [String: AMQPFieldValue]

        package init(
            queue: String, exchange: String, routingKey: String, arguments: [String: AMQPFieldValue] = [:]
        ) {
            self.queue = queue
            self.exchange = exchange
            self.routingKey = routingKey
            self.arguments = arguments
        }
    }

    package var exchanges: [Exchange]
    package var queues: [Queue]
    package var bindings: [Binding]

    /// Declared in the order exchanges, queues, bindings; empty declares nothing.
    package init(exchanges: [Exchange] = [], queues: [Queue] = [], bindings: [Binding] = []) {
        self.exchanges = exchanges
        self.queues = queues
        self.bindings = bindings
    }
}
