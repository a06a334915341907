/// Exchanges, queues and bindings that have to exist; declared anew on every connection.
///
/// All of them are durable. To declare a queue that exists changes nothing. A queue that exists with other settings is
/// used as it is, and reported as an `AMQPMismatch`. The broker never changes settings: an operator deletes the queue,
/// and the next connection declares it.
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

    /// Routes the messages with `routingKey` from an exchange to a queue.
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

    /// The names of exchanges of the kind `topic`.
    package var topicExchanges: [String]
    package var queues: [Queue]
    package var bindings: [Binding]

    /// Declares exchanges first, then queues, then bindings; an empty topology declares nothing.
    package init(topicExchanges: [String] = [], queues: [Queue] = [], bindings: [Binding] = []) {
        self.topicExchanges = topicExchanges
        self.queues = queues
        self.bindings = bindings
    }
}
