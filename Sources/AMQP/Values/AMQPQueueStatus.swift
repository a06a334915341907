/// How full a queue is, as the broker says at this moment.
package struct AMQPQueueStatus: Sendable, Equatable {
    /// Messages ready for delivery, without messages that a consumer holds.
    package let messages: Int
    package let consumers: Int
}
