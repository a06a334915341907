/// What a queue holds, as the broker says at this moment.
package struct AMQPQueueStatus: Sendable, Equatable {
    /// Messages ready for delivery; those at a consumer are not counted.
    package let messages: Int
    package let consumers: Int
}
