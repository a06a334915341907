import CRabbitMQ
import Connections

/// A client's present connection; only code on the client's executor uses it.
final class ClientSession {
    private let configuration: AMQPConfiguration
    private var handle: ConnectionHandle
    private var lastUse = ContinuousClock.now
    /// False after a failure that leaves the connection in doubt.
    private(set) var isUsable = true

    /// Connects to the first node that answers, or throws the error of the last node.
    init(_ configuration: AMQPConfiguration) throws(AMQPError) {
        self.configuration = configuration
        handle = try ClientSession.open(configuration)
    }

    /// Whether the last call is so recent that the broker, which hears no heartbeat between calls, keeps the
    /// connection.
    var isFresh: Bool { ContinuousClock.now - lastUse < handle.heartbeat }

    /// Makes a call under the watchdog; when the broker answers by closing the channel, opens the channel again and
    /// throws.
    func perform<Value>(
        _ body: (inout ConnectionHandle) throws(AMQPError) -> Value
    ) throws(AMQPError) -> Value {
        lastUse = .now
        isUsable = false
        do throws(AMQPError) {
            let value = try guarded(body)
            isUsable = true
            handle.releaseBuffers()
            return value
        } catch {
            if error.leavesConnection {
                try guarded { handle throws(AMQPError) in try handle.reopenChannel() }
                isUsable = true
            }
            throw error
        }
    }

    func close() {
        guard isUsable, isFresh else { return }
        // What goes wrong here changes nothing: the connection ends either way.
        try? guarded { handle throws(AMQPError) in handle.close() }
        isUsable = false
    }

    private func guarded<Value>(
        _ body: (inout ConnectionHandle) throws(AMQPError) -> Value
    ) throws(AMQPError) -> Value {
        guard let socket = handle.socket, let watchdog = SocketWatchdog.shared else {
            throw AMQPError(.connectionLost, context: "no socket, or no thread to watch it")
        }
        let limit = configuration.rpcDeadline + configuration.callDeadline
        return try watchdog.guarding(socket.descriptor, for: limit) { () throws(AMQPError) in
            try body(&handle)
        }.value
    }

    private static func open(_ configuration: AMQPConfiguration) throws(AMQPError) -> ConnectionHandle {
        var failure = AMQPError(.connectionFailed, context: "no node")
        for endpoint in configuration.endpoints {
            do throws(AMQPError) {
                var handle = try ConnectionHandle(bodyLimit: configuration.bodyLimit)
                try handle.connect(endpoint, with: configuration)
                try handle.login(endpoint, with: configuration)
                return handle
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
