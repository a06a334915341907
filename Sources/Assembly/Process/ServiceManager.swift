import CProcess
import Connections
import Logging
import VerificationCore

/// Tells systemd what a process does (`sd_notify`), so that systemd restarts a process that hangs.
///
/// The pings come from the threads that serve requests: a process whose threads are all blocked pings no more. Whether
/// broker and database answer is no part of it, because a restart mends neither.
struct ServiceManager: Sendable {
    private let socket: String
    /// Between two pings; nil when systemd has set no watchdog.
    private let pause: Duration?

    /// Nil for a process that no service manager has started.
    ///
    /// - Parameters:
    ///   - environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`, as systemd sets them.
    ///   - processID: a watchdog of another process, such as a parent, is not ours.
    init?(environment: [String: String], processID: Int) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@") else {
            return nil
        }
        self.socket = socket
        let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let patience = environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { Duration.microseconds($0) }
        // Half of systemd's patience, as its manual advises.
        pause = isOurs ? patience.flatMap { $0 > .zero ? $0 / 2 : nil } : nil
    }

    /// Says that the process runs, and pings until it is cancelled.
    ///
    /// "Ready" means that the settings are right and the services begin, and not that the database answers: systemd would
    /// call a role failed that waits for it. `/readyz` says whether the role can work.
    func run(_ logger: Logger) async {
        var isTold = tell("READY=1")
        if !isTold {
            logger.warning("the service manager cannot be told anything", metadata: [LogKeys.address: "\(socket)"])
        }
        // Its queue may be full while a machine starts. systemd would end a role that never says that it is ready.
        while !isTold, !Task.isCancelled {
            await ConnectionLoop.rest(for: .seconds(1))
            isTold = tell("READY=1")
        }
        guard isTold, let pause else { return }
        while !Task.isCancelled {
            // A ping that is lost is made up for by the next: two fit into systemd's patience.
            _ = tell("WATCHDOG=1")
            await ConnectionLoop.rest(for: pause)
        }
    }

    /// Says that the process stops; pings go on until its services have ended.
    func tellStop() { _ = tell("STOPPING=1") }

    private func tell(_ state: String) -> Bool { process_notify(socket, state) }
}
