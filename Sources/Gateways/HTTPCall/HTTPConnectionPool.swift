import DequeModule
import NIOCore
import NIOPosix

/// Where the calls to a server get their connections; everything here runs on one event loop.
final class HTTPConnectionPool {
    /// Servers usually close an idle connection after 5 s or more.
    ///
    /// A request that leaves at that moment may be lost or carried out. So this side closes an idle connection earlier.
    static let idleTimeout = TimeAmount.seconds(4)

    private let server: HTTPServer
    private let places: Int
    private let eventLoop: any EventLoop

    /// All connections that are made, by their numbers; idle connections too.
    private var connections: [Int: HTTPConnection] = [:]
    /// How many connections are being made.
    private var connecting = 0
    private var lastNumber = 0
    /// The last was used last, and is used next: the others may become old and be closed.
    private var idle: Deque<(connection: HTTPConnection, since: NIODeadline)> = []
    private var waiting: Deque<HTTPCall> = []
    /// A timer for all calls and connections: nearly all calls end in time, and would cancel a timer of their own.
    private var alarm: (due: NIODeadline, timer: Scheduled<Void>)?
    private var isShutDown = false

    init(_ server: HTTPServer, places: Int, eventLoop: any EventLoop) {
        self.server = server
        self.places = places
        self.eventLoop = eventLoop
    }
}

// MARK: What callers want

extension HTTPConnectionPool {
    /// Sends the call over an idle connection, or lets it wait for a connection.
    func take(_ call: HTTPCall) {
        if isShutDown { return call.end(.notLeft, because: HTTPCallError.shutDown) }
        if call.deadline <= .now() { return call.end(.notLeft, because: HTTPCallError.deadlineExceeded) }
        ring(at: call.deadline)
        if let (connection, _) = idle.popLast() { return connection.carry(call) }
        waiting.append(call)
        connect()
    }

    /// Ends a call whose task is cancelled; without effect when the call has ended.
    func abandon(_ ticket: UInt64) {
        if let place = waiting.firstIndex(where: { $0.ticket == ticket }) {
            waiting.remove(at: place).end(.notLeft, because: CancellationError())
        } else {
            connections.values.first { $0.call?.ticket == ticket }?.fail(CancellationError())
        }
    }

    func shutDown() {
        isShutDown = true
        alarm?.timer.cancel()
        alarm = nil
        for call in waiting { call.end(.notLeft, because: HTTPCallError.shutDown) }
        waiting = []
        idle = []
        for connection in connections.values { connection.fail(HTTPCallError.shutDown) }
    }
}

// MARK: What connections tell

extension HTTPConnectionPool {
    /// A connection that can carry its first call.
    func opened(_ connection: HTTPConnection) {
        connecting -= 1
        connections[connection.number] = connection
        if isShutDown { connection.fail(HTTPCallError.shutDown) } else { offer(connection) }
    }

    /// A connection could not be made, so the call that has waited longest is not tried again.
    func notOpened(_ failure: any Error) {
        connecting -= 1
        waiting.popFirst()?.end(.notLeft, because: failure)
        connect()
    }

    /// A connection that can carry the next call.
    func offer(_ connection: HTTPConnection) {
        if let call = waiting.popFirst() { return connection.carry(call) }
        let now = NIODeadline.now()
        idle.append((connection, now))
        ring(at: now + Self.idleTimeout)
    }

    func lost(_ connection: HTTPConnection) {
        connections[connection.number] = nil
        // Usually a busy connection is lost, and is not among the idle.
        if let place = idle.firstIndex(where: { $0.connection === connection }) { idle.remove(at: place) }
        connect()
    }
}

// MARK: Connecting, and time

extension HTTPConnectionPool {
    /// Makes a connection for each call that waits, as far as there are places.
    private func connect() {
        while connecting < waiting.count, connections.count + connecting < places {
            connecting += 1
            lastNumber += 1
            ClientBootstrap(to: server, pool: self, number: lastNumber, on: eventLoop)
                .connect(host: server.nearest.host, port: server.nearest.port)
                .assumeIsolated().whenComplete { self.connected($0) }
        }
    }

    private func connected(_ result: Result<any Channel, any Error>) {
        do {
            try result.get().pipeline.syncOperations.handler(type: HTTPConnection.self).adopt()
        } catch {
            notOpened(error)
        }
    }

    /// Looks at all deadlines no later than `moment`.
    private func ring(at moment: NIODeadline) {
        if let alarm, alarm.due <= moment { return }
        alarm?.timer.cancel()
        alarm = (moment, eventLoop.assumeIsolated().scheduleTask(deadline: moment) { self.lookAtDeadlines() })
    }

    private func lookAtDeadlines() {
        alarm = nil
        let now = NIODeadline.now()
        let late = waiting.filter { $0.deadline <= now }
        if !late.isEmpty { waiting.removeAll { $0.deadline <= now } }
        for call in late { call.end(.notLeft, because: HTTPCallError.deadlineExceeded) }
        for connection in connections.values where connection.call.map({ $0.deadline <= now }) ?? false {
            connection.fail(HTTPCallError.deadlineExceeded)
        }
        while let first = idle.first, first.since + Self.idleTimeout <= now {
            idle.removeFirst()
            first.connection.close()
        }
        let deadlines = connections.values.compactMap { $0.call?.deadline } + waiting.map(\.deadline)
        if let next = (deadlines + (idle.first.map { [$0.since + Self.idleTimeout] } ?? [])).min() { ring(at: next) }
    }
}

/// One call under way: what is sent, until when, and who waits for its end.
struct HTTPCall: Sendable {
    /// Tells calls apart.
    let ticket: UInt64
    let request: HTTPRequest
    let deadline: NIODeadline
    let caller: CheckedContinuation<HTTPCallEnd, Never>

    /// Tells the caller, which must happen once.
    func end(_ progress: HTTPCallEnd.Progress, because failure: (any Error)? = nil) {
        caller.resume(returning: HTTPCallEnd(progress, failure: failure))
    }
}
