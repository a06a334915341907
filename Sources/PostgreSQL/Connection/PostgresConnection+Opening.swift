import CPostgreSQL
import Connections
import Synchronization

extension PostgresConnection {
    /// Connects to `target`, or throws, at the latest at `deadline`; the connector calls it once, before any other
    /// method.
    func open(_ target: ConnectionTarget, deadline: ContinuousClock.Instant) async throws(PostgresError) {
        do {
            try await connect(target, deadline: deadline)
            try start(target)
        } catch {
            isOpen.store(false, ordering: .sequentiallyConsistent)
            link.cut()
            link.close()
            throw error
        }
    }

    /// "If you have yet to call PQconnectPoll, behave as if it last returned PGRES_POLLING_WRITING" (libpq-connect).
    ///
    /// After each call of PQconnectPoll the connection may have another socket.
    private func connect(_ target: ConnectionTarget, deadline: ContinuousClock.Instant) async throws(PostgresError) {
        link = LibpqConnection(starting: target.keywords)
        var next = link.isBroken ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw refusal(by: target) }
            let isReady = await SocketWatch.wait(
                for: next == PGRES_POLLING_READING ? .readable : .writable, of: link.socket, on: loop,
                until: deadline)
            guard isReady else { throw .unavailable("\(target.name) did not answer in time") }
            next = link.poll()
        }
    }

    /// PgBouncer refuses a session that begins with settings; PostgreSQL itself has no such answer.
    private func refusal(by target: ConnectionTarget) -> PostgresError {
        let words = target.printable(link.errorMessage)
        return words.contains("unsupported startup parameter")
            ? .pooler(target.name, sign: "unsupported startup parameter") : .unavailable(words)
    }

    private func start(_ target: ConnectionTarget) throws(PostgresError) {
        guard target.permits(tls: link.usesTLS, address: link.hostAddress) else {
            throw .configuration("\(target.name) does not encrypt, and plaintext is not allowed")
        }
        guard link.enterPipeline() else { throw .unavailable("no pipeline mode: \(link.errorMessage)") }
        guard let socket = SharedSocket(duplicating: link.socket) else {
            throw .unavailable("no file descriptor is left")
        }
        watch = SocketWatch(socket, on: loop) { [weak self] in self?.assumeIsolated { $0.receive() } }
        timer = LoopTimer(on: loop) { [weak self] in self?.assumeIsolated { $0.timerRang() } }
        serverProcess.store(link.serverProcess, ordering: .relaxed)
        guard watch != nil else { throw .unavailable("the system watches no further socket") }
    }
}
