import CRabbitMQ
import Connections

/// One connection from its opening to its end, on a thread of its own while it has something to do.
///
/// Its loop wakes up when the socket is readable. Then it takes the frames that have arrived, and sends what waits. A
/// timer wakes it for heartbeats. It never waits inside librabbitmq for messages, because what it has to send
/// would wait as well. If a call blocks in librabbitmq all the same, the watchdog cuts the connection.
actor AMQPConnection<Role: ConnectionRole> {
    private enum Phase {
        case new
        case open
        case closing
        case ended(ConnectionEnd)
    }

    nonisolated let loop: ConnectionLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let endpoint: AMQPEndpoint
    private let configuration: AMQPConfiguration
    private var handle: ConnectionHandle
    private var role: Role
    private var phase = Phase.new
    private var waiter: CheckedContinuation<ConnectionEnd, Never>?
    private var watch: SocketWatch?
    private var timer: LoopTimer?
    private let watchdog: SocketWatchdog
    private var lastHeard = ContinuousClock.now
    private var lastPumped = ContinuousClock.now
    private var isSilent = false

    init(label: String, endpoint: AMQPEndpoint, configuration: AMQPConfiguration, role: Role) throws(AMQPError) {
        guard let loop = ConnectionLoop(label: label), let watchdog = SocketWatchdog.shared else {
            throw AMQPError(.connectionFailed, context: "no file descriptor or thread is left")
        }
        (self.loop, self.watchdog) = (loop, watchdog)
        self.endpoint = endpoint
        self.configuration = configuration
        self.role = role
        handle = try ConnectionHandle(bodyLimit: configuration.bodyLimit)
    }

    /// Opens the connection, and returns when it is lost, or closed by `closeSoon` or by the task's cancellation.
    func live() async -> ConnectionEnd {
        do throws(AMQPError) {
            try open()
        } catch {
            end(.failed(error, wasOpen: false))
        }
        serve()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if case .ended(let end) = phase { return continuation.resume(returning: end) }
                waiter = continuation
            }
        } onCancel: {
            closeSoon(within: .seconds(2))
        }
    }

    /// Makes the role send what waits; may be called on any thread, and does nothing after the end.
    nonisolated func sendSoon() {
        loop.async { self.assumeIsolated { $0.send() } }
    }

    /// Closes the connection once the role is idle; after `limit` cuts it.
    nonisolated func closeSoon(within limit: Duration) {
        loop.async { self.assumeIsolated { $0.beginClosing() } }
        loop.async(at: .now + limit) { self.assumeIsolated { $0.end(.closed) } }
    }
}

extension AMQPConnection {
    private func open() throws(AMQPError) {
        try handle.connect(endpoint, with: configuration)
        try guarded(for: configuration.handshakeDeadline + configuration.callDeadline) { () throws(AMQPError) in
            try handle.login(endpoint, with: configuration)
        }
        try guarded(for: configuration.rpcDeadline * 3) { () throws(AMQPError) in try role.prepare(&handle) }
        lastHeard = .now
        phase = .open
        try startWatching()
        role.opened { self.sendSoon() }
    }

    private func startWatching() throws(AMQPError) {
        guard let socket = handle.socket,
            let watch = SocketWatch(socket, on: loop, whenReadable: { self.assumeIsolated { $0.readable() } })
        else { throw AMQPError(.connectionFailed, context: "the system watches no further socket") }
        self.watch = watch
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.tick() } }
        timer?.ring(noLaterThan: .now + pause)
    }

    /// The time between two looks at heartbeats; while the caller of `close` waits, at whether the role is idle.
    private var pause: Duration {
        if case .closing = phase { return .milliseconds(20) }
        return min(.seconds(3), handle.heartbeat / 4)
    }

    private func readable() {
        lastHeard = .now
        if isSilent { setSilent(false) }
        serve()
    }

    private func tick() {
        // After 2 heartbeats of silence the library would block for ever in a publish. So sending stops after 1.5.
        if !isSilent, ContinuousClock.now - lastHeard > handle.heartbeat * 1.5 { setSilent(true) }
        timer?.ring(noLaterThan: .now + pause)
        serve()
    }

    private func setSilent(_ value: Bool) {
        isSilent = value
        role.silenceChanged(isSilent: value)
    }

    private func send() {
        guard isAlive, !isSilent else { return }
        // Reading also serves heartbeats, so it comes first when the last reading was long ago.
        if ContinuousClock.now - lastPumped > .seconds(1) { return serve() }
        attempt { () throws(AMQPError) in try role.send(&handle) }
    }

    /// Takes what has arrived, then sends what waits.
    private func serve() {
        attempt { () throws(AMQPError) in
            try drain()
            role.finishBatch()
            if !isSilent { try role.send(&handle) }
        }
    }

    /// Takes at most 1,000 events, so that a busy broker never stops this side from sending.
    private func drain() throws(AMQPError) {
        lastPumped = .now
        for _ in 0..<1000 {
            guard let event = try handle.nextEvent() else { return }
            try role.take(event)
        }
    }

    private func attempt(_ body: () throws(AMQPError) -> Void) {
        guard isAlive else { return }
        do throws(AMQPError) {
            try guarded(for: configuration.callDeadline, body)
        } catch {
            return end(.failed(error, wasOpen: true))
        }
        if handle.hasBufferedInput {
            loop.async { self.assumeIsolated { $0.serve() } }
        } else {
            closeIfIdle()
        }
    }

    private func guarded(for limit: Duration, _ body: () throws(AMQPError) -> Void) throws(AMQPError) {
        guard let socket = handle.socket else { throw AMQPError(.connectionLost, context: "no socket") }
        let (_, wasShut) = try watchdog.guarding(socket.descriptor, for: limit, body)
        if wasShut { throw AMQPError(.timedOut, context: "the broker took nothing for \(limit)") }
    }
}

extension AMQPConnection {
    private var isAlive: Bool {
        switch phase {
        case .open, .closing: true
        case .new, .ended: false
        }
    }

    private func beginClosing() {
        guard case .open = phase else { return }
        phase = .closing
        role.beginClosing()
        timer?.ring(noLaterThan: .now + pause)
        serve()
    }

    private func closeIfIdle() {
        guard case .closing = phase, role.isIdle else { return }
        if !isSilent {
            // What goes wrong here changes nothing: the connection ends either way.
            try? guarded(for: configuration.callDeadline) { handle.close() }
        }
        end(.closed)
    }

    private func end(_ end: ConnectionEnd) {
        if case .ended = phase { return }
        phase = .ended(end)
        (watch, timer) = (nil, nil)
        handle.socket?.cut()
        role.ended(end.failure)
        waiter?.resume(returning: end)
        waiter = nil
    }
}
