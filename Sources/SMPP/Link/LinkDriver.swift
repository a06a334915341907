import Connections
import NIOCore
import NIOPosix
import NIOSSL

/// Where the tasks that submit and the connection meet: it lives on the event loop of the link's connections.
///
/// It tells the session what happens, then writes what the session has to say, as few writes as possible, and gives
/// every caller its answer.
actor LinkDriver {
    typealias Moment = ContinuousClock.Instant

    nonisolated let eventLoop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let broadcast = StateBroadcast<LinkState>(.connecting(lastFailure: nil), last: .closed)
    private nonisolated let mailbox = LinkMailbox()
    private let configuration: LinkConfiguration
    private let tls: NIOSSLContext?
    private let deliver: @Sendable (DeliverRequest) -> Void

    private var connection: LinkConnection?
    private var connections = 0
    private var isClosing = false
    private var items: [LinkMailbox.Item] = []
    private var submitters: [UInt64: CheckedContinuation<SubmitEnd, Never>] = [:]
    private var alarm: (due: Moment, timer: Scheduled<Void>)?
    /// Waits for the end of the connection.
    private var owner: CheckedContinuation<LinkConnection.End, Never>?
    /// Waits for the next connection's turn.
    private var pause: (sleeper: CheckedContinuation<Void, Never>, timer: Scheduled<Void>)?

    /// Connects only when `live` is called.
    ///
    /// `deliver` is called on the event loop with each `deliver_sm`, and `answer` follows later.
    init(
        _ configuration: LinkConfiguration, eventLoop: any EventLoop,
        deliver: @escaping @Sendable (DeliverRequest) -> Void
    ) throws(SMPPError) {
        self.configuration = configuration
        self.eventLoop = eventLoop
        self.deliver = deliver
        executor = eventLoop.executor
        tls = try configuration.checkedTLS()
    }
}

// MARK: What tasks ask

extension LinkDriver {
    /// Hands in what a task wants; can be called from anywhere.
    nonisolated func put(_ item: LinkMailbox.Item) {
        guard mailbox.put(item) else { return }
        eventLoop.execute { self.assumeIsolated { $0.readLetters() } }
    }

    /// Makes a connection and returns at its end.
    func live() async -> LinkConnection.End {
        guard !isClosing else { return LinkConnection.End(reason: nil, wasBound: false) }
        connections += 1
        let number = connections
        let session = Session(bind: configuration.bind, limits: configuration.limits)
        connection = LinkConnection(number: number, session: session)
        ClientBootstrap(configuration, tls: tls, driver: self, connection: number)
            .connect(host: configuration.host, port: configuration.port)
            .whenFailure { error in
                self.assumeIsolated { $0.notConnected(number, because: SMPPError(connecting: error)) }
            }
        return await withCheckedContinuation { owner = $0 }
    }

    /// Waits until it is time for the next connection, or until the link is closed.
    func pause(for span: Duration) async {
        guard !isClosing else { return }
        await withCheckedContinuation { sleeper in
            let timer = eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(bounded: span)) {
                self.assumeIsolated { $0.endPause() }
            }
            pause = (sleeper, timer)
        }
    }

    /// Begins the graceful end: no new submits, open answers until `deadline`, then an unbind.
    func finish(until deadline: Moment) {
        isClosing = true
        broadcast.change(to: connection == nil ? .closed : .unbinding)
        endPause()
        connection?.session.finish(until: deadline, at: .now)
        act()
    }

    /// Closes at once.
    nonisolated func cut() {
        eventLoop.execute { self.assumeIsolated { $0.cutHere() } }
    }

    /// For good: nothing is submitted any more.
    func close() {
        isClosing = true
        broadcast.change(to: .closed)
    }

    private func cutHere() {
        isClosing = true
        endPause()
        connection?.session.lost(nil)
        act()
    }

    private func endPause() {
        pause?.timer.cancel()
        pause?.sleeper.resume()
        pause = nil
    }

    private func readLetters() {
        mailbox.empty(into: &items)
        let now = Moment.now
        for item in items { read(item, at: now) }
        items.removeAll(keepingCapacity: true)
        act()
    }

    private func read(_ item: LinkMailbox.Item, at now: Moment) {
        switch item {
        case .submit(let message, let ticket, let deadline, let submitter):
            guard connection != nil else {
                return submitter.resume(returning: .notSent(isClosing ? .closed : .notBound))
            }
            submitters[ticket] = submitter
            connection?.session.submit(message, ticket: ticket, deadline: deadline, at: now)
        case .abandon(let ticket): connection?.session.abandon(ticket)
        case .answer(let delivery, let isTaken):
            guard connection?.number == delivery.connection else { return }
            connection?.session.answerDelivery(delivery.sequence, isTaken: isTaken, at: now)
        }
    }
}

// MARK: What happens on the connection

extension LinkDriver {
    /// TCP is connected; TLS, if there is any, has still to be agreed on.
    func opened(_ number: Int, on channel: any Channel) {
        // The link was closed, or has given up on this connection, while it was being made.
        guard connection?.number == number else { return channel.close(promise: nil) }
        connection?.channel = channel
        connection?.session.connected(at: .now)
        act()
    }

    func received(_ frame: PDUFrame, on number: Int) {
        guard connection?.number == number else { return }
        connection?.session.receive(frame, at: .now)
    }

    func receivedAll(on number: Int) {
        if connection?.number == number { act() }
    }

    /// The stream, the socket or TLS is broken; the handler closes the channel.
    func failed(_ error: any Error, on number: Int) {
        guard let connection, connection.number == number else { return }
        let fault = SMPPError(error, wasBound: connection.wasBound)
        if error is SMPPError {
            self.connection?.session.broken(fault)
        } else {
            self.connection?.fault = fault
        }
        act()
    }

    func lost(_ number: Int) {
        guard let connection, connection.number == number else { return }
        self.connection?.session.lost(
            isClosing ? nil : connection.fault ?? SMPPError(.connectionLost, context: "closed by the SMSC"))
        act()
    }

    private func notConnected(_ number: Int, because error: SMPPError) {
        guard let connection, connection.number == number else { return }
        self.connection?.session.lost(connection.fault ?? error)
        act()
    }
}

// MARK: What the session wants

extension LinkDriver {
    /// Writes what the session has to say, reports what it knows, and sets the alarm that it needs.
    private func act() {
        if let octets = connection?.session.takeOctets(), let channel = connection?.channel {
            channel.writeAndFlush(octets, promise: nil)
        }
        for event in connection?.session.takeEvents() ?? [] { perform(event) }
        setAlarm()
    }

    private func perform(_ event: SessionEvent) {
        switch event {
        case .ended(let ticket, let end): submitters.removeValue(forKey: ticket)?.resume(returning: end)
        case .delivered(let message, let sequence):
            deliver(DeliverRequest(message: message, sequence: sequence, connection: connections))
        case .bound(let systemID):
            connection?.wasBound = true
            broadcast.change(to: .bound(systemID: systemID))
        case .close(let reason): drop(reason)
        }
    }

    /// Lets go of the connection; what its channel still tells is ignored.
    private func drop(_ reason: SMPPError?) {
        let (channel, end) = (
            connection?.channel, LinkConnection.End(reason: reason, wasBound: connection?.wasBound ?? false)
        )
        connection = nil
        if let reason, !isClosing { broadcast.change(to: .connecting(lastFailure: reason)) }
        channel?.close(promise: nil)
        owner?.resume(returning: end)
        owner = nil
    }

    private func setAlarm() {
        let due = connection?.session.due
        if let alarm, let due, alarm.due <= due { return }
        alarm?.timer.cancel()
        alarm = due.map { due in
            let timer = eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(bounded: due - .now)) {
                self.assumeIsolated { $0.timePassed() }
            }
            return (due, timer)
        }
    }

    private func timePassed() {
        alarm = nil
        connection?.session.pass(at: .now)
        act()
    }
}
