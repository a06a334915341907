/// Exchanges, queues and bindings that have to exist; declared anew on every connection.
///
/// All of them are durable. Declaring what exists changes nothing. What exists with other settings is used as it is, and
/// told of as an `AMQPMismatch`. A queue's settings never change: an operator has to delete the queue to have it made anew.
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

    /// What leads messages from an exchange to a queue.
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
