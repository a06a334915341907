import NIOCore

/// Decides what the connections of a load call, and hears what is answered; each function runs on the event loop.
protocol CallDesk: Sendable {
    /// The next call of a connection that waits for no answer; nil when there is nothing to call at the moment.
    func next(for connection: any Channel) -> ByteBuffer?

    /// The connection's last call has been answered.
    func answered(_ status: Int, to connection: any Channel)

    /// The connection has ended; an answer may be missing.
    func ended(_ connection: any Channel)
}
