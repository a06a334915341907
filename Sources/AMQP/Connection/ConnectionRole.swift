/// What a connection is used for: publishing or consuming.
///
/// Every call comes on the connection's own thread.
protocol ConnectionRole: Sendable {
    /// Declares and subscribes; the connection counts as open when this has returned.
    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError)

    /// - Parameter wake: has the connection call `send` soon; can be called from anywhere.
    mutating func opened(wake: @escaping @Sendable () -> Void)

    mutating func take(_ event: InboundEvent) throws(AMQPError)

    /// Everything that had arrived has been taken.
    mutating func finishBatch()

    /// Writes what waits to be sent.
    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError)

    /// Called when the broker has been silent for suspiciously long, and when it speaks again.
    mutating func silenceChanged(isSilent: Bool)

    /// No new work is taken from here on; the connection closes when `isIdle`, or when its time is over.
    mutating func beginClosing()

    /// Whether nothing waits to be sent or answered.
    var isIdle: Bool { get }

    /// The last call: with the reason, or nil after an orderly end.
    mutating func ended(_ failure: AMQPError?)
}
