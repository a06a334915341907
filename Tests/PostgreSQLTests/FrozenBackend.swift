import Glibc
import PostgreSQL
import Synchronization

/// A server process that is alive and silent, as a hung server is: TCP still answers.
struct FrozenBackend {
    struct NotPermitted: Error {}

    let pid: Int32

    init(_ pid: Int32) throws {
        guard kill(pid, SIGSTOP) == 0 else { throw NotPermitted() }
        self.pid = pid
    }

    func thaw() { _ = kill(pid, SIGCONT) }
}

extension PostgresPool {
    /// Ends a server process and returns when it is gone.
    func terminate(_ pid: Int32) async throws {
        _ = try await query("select pg_terminate_backend(\(pid), 5000)")
    }
}

extension PostgresTransaction {
    func backend() async throws -> Int32 {
        try await query("select pg_backend_pid()")[0].decode(0)
    }
}

/// Frozen processes that are all thawed at the end.
final class FrozenBackends: Sendable {
    private let backends = Mutex<[FrozenBackend]>([])

    func append(_ backend: FrozenBackend) {
        backends.withLock { $0.append(backend) }
    }

    func thawAll() {
        backends.withLock { $0.forEach { $0.thaw() } }
    }

    deinit { thawAll() }
}
