import CRabbitMQ
import ConnectionSupport
import Dispatch

/// One connection from its opening to its end, on a thread of its own while it has something to do.
///
/// A dispatch source wakes it when the socket is readable; it then takes every frame that has arrived and sends what
/// waits. A timer wakes it for heartbeats. It never waits inside librabbitmq for messages, so nothing that is to be sent
/// stands behind such a wait. The watchdog cuts a call that blocks there all the same.
actor AMQPConnection<Role: ConnectionRole> {
    private enum Phase {
        case new
        case open
        case closing
        case ended(ConnectionEnd)
    }

    nonisolated let executor: ConnectionExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let endpoint: AMQPEndpoint
    private let configuration: AMQPConfiguration
    private var handle: ConnectionHandle
    private var role: Role
    private var phase = Phase.new
    private var waiter: CheckedContinuation<ConnectionEnd, Never>?
    private var watch: SocketWatch?
    private var timer: (any DispatchSourceTimer)?
    private var lastHeard = ContinuousClock.now
    private var lastPumped = ContinuousClock.now
    private var isSilent = false

    init(label: String, endpoint: AMQPEndpoint, configuration: AMQPConfiguration, role: Role) throws(AMQPError) {
        executor = ConnectionExecutor(label: label)
        self.endpoint = endpoint
        self.configuration = configuration
        self.role = role
        handle = try ConnectionHandle(bodyLimit: configuration.bodyLimit)
    }

    /// Opens the connection and keeps it going until it is lost, or closed by `closeSoon` or the task's cancellation.
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

    /// Has the role send what waits; can be called from anywhere, and does nothing after the end.
    nonisolated func sendSoon() {
        executor.queue.async { self.assumeIsolated { $0.send() } }
    }

    /// Closes in order, once the role is idle, and in any case after `limit`.
    nonisolated func closeSoon(within limit: Duration) {
        executor.queue.async { self.assumeIsolated { $0.beginClosing() } }
        executor.queue.asyncAfter(deadline: .now() + limit.timeInterval) {
            self.assumeIsolated { $0.end(.closed) }
        }
    }
}

extension AMQPConnection {
    private func open() throws(AMQPError) {
        try handle.connect(endpoint, configuration)
        try guarded(for: configuration.handshakeDeadline + configuration.callDeadline) { () throws(AMQPError) in
            try handle.login(endpoint, configuration)
        }
        try guarded(for: configuration.rpcDeadline * 3) { () throws(AMQPError) in try role.prepare(&handle) }
        lastHeard = .now
        phase = .open
        startSources()
        role.opened { self.sendSoon() }
    }

    private func startSources() {
        guard let socket = handle.socket else { return }
        watch = SocketWatch(socket, on: executor.queue) { self.assumeIsolated { $0.readable() } }
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        let interval = min(.seconds(1), handle.heartbeat / 4)
        timer.schedule(deadline: .now() + interval.timeInterval, repeating: interval.timeInterval)
        timer.setEventHandler { self.assumeIsolated { $0.tick() } }
        timer.resume()
        self.timer = timer
    }

    private func readable() {
        lastHeard = .now
        if isSilent { setSilent(false) }
        serve()
    }

    private func tick() {
        // The library would block for ever in a publish after 2 heartbeats of silence; we stop well before.
        if !isSilent, ContinuousClock.now - lastHeard > handle.heartbeat * 1.5 { setSilent(true) }
        serve()
    }

    private func setSilent(_ value: Bool) {
        isSilent = value
        role.silenceChanged(isSilent: value)
    }

    private func send() {
        guard isAlive, !isSilent else { return }
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

    /// Takes at most 1,000 events, so that a busy broker never keeps this side from sending.
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
            executor.queue.async { self.assumeIsolated { $0.serve() } }
        } else {
            closeIfIdle()
        }
    }

    private func guarded(for limit: Duration, _ body: () throws(AMQPError) -> Void) throws(AMQPError) {
        guard let socket = handle.socket else { throw AMQPError(.connectionLost, "no socket") }
        let (_, wasShut) = try SocketWatchdog.shared.guarding(socket.descriptor, for: limit, body)
        if wasShut { throw AMQPError(.timedOut, "the broker took nothing for \(limit)") }
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
        // From now on the caller of `close` waits for the end.
        timer?.schedule(deadline: .now(), repeating: .milliseconds(20))
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
        timer?.cancel()
        (watch, timer) = (nil, nil)
        handle.socket?.cut()
        role.ended(end.failure)
        waiter?.resume(returning: end)
        waiter = nil
    }
}
