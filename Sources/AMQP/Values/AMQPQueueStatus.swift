/// How full a queue is, as the broker says at this moment.
package struct AMQPQueueStatus: Sendable, Equatable {
    /// Messages that are ready for delivery; messages that a consumer holds unsettled do not count.
    package let messages: Int
    package let consumers: Int
}
