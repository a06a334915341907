/// What a connection is used for: publishing or consuming.
///
/// The connection makes every call on its own thread.
protocol ConnectionRole: Sendable {
    /// Declares and subscribes; when this has returned, the connection counts as open.
    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError)

    /// - Parameter wake: makes the connection call `send` soon; may be called on any thread.
    mutating func opened(wake: @escaping @Sendable () -> Void)

    mutating func take(_ event: InboundEvent) throws(AMQPError)

    /// Called at the end of a round of reading, after `take` has had its events.
    mutating func finishBatch()

    /// Writes what waits to be sent.
    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError)

    /// Called when the broker has been silent for 1.5 heartbeats, and when it speaks again.
    mutating func silenceChanged(isSilent: Bool)

    /// From here on the role takes no new work; the connection closes when `isIdle`, or when its time is over.
    mutating func beginClosing()

    /// Whether nothing waits to be sent or answered.
    var isIdle: Bool { get }

    /// The last call: with the reason, or nil when this side closed the connection.
    mutating func ended(_ failure: AMQPError?)
}
