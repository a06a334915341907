/// Exchanges, queues and bindings that have to exist; declared anew on every connection.
///
/// All of them are durable. To declare a queue that exists changes nothing. A queue that exists with other settings is
/// used as it is, and reported as an `AMQPMismatch`. Settings never change: an operator has to delete the queue first.
package struct AMQPTopology: Sendable, Equatable {
    /// Where messages wait.
    package struct Queue: Sendable, Equatable {
        package let name: String
        package let arguments: [String: AMQPFieldValue]

        package init(name: String, arguments: [String: AMQPFieldValue] = [:]) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// Leads the messages with `routingKey` from an exchange to a queue.
    package struct Binding: Sendable, Equatable {
        package let queue: String
        package let exchange: String
        package let routingKey: String

        package init(queue: String, exchange: String, routingKey: String) {
            self.queue = queue
            self.exchange = exchange
            self.routingKey = routingKey
        }
    }

    /// The names of exchanges of the kind `topic`, where messages are published.
    package var topicExchanges: [String]
    package var queues: [Queue]
    package var bindings: [Binding]

    /// Declared in the order exchanges, queues, bindings; empty declares nothing.
    package init(topicExchanges: [String] = [], queues: [Queue] = [], bindings: [Binding] = []) {
        self.topicExchanges = topicExchanges
        self.queues = queues
        self.bindings = bindings
    }
}
