import HummingbirdCore
import NIOCore
import Synchronization

/// A connection on its way from the listening socket to the task that answers its calls.
///
/// A server that stops drops the connections that wait for their task. NIO ends the whole process when such a channel
/// is dropped before somebody has taken its inbound and outbound sides. So whoever drops this value closes the connection.
final class AcceptedConnection: ServerChildChannelValue {
    private let http: HTTP1Channel.Value
    private let isTaken = Atomic(false)

    init(_ http: HTTP1Channel.Value) { self.http = http }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        // Where the channel has failed already, there is nothing left to close.
        Task { [http] in try? await http.executeThenClose { _, _ in } }
    }

    var channel: any Channel { http.channel }

    /// The connection, for the caller to answer and to close.
    func take() -> HTTP1Channel.Value {
        isTaken.store(true, ordering: .relaxed)
        return http
    }
}
