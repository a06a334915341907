import Connections
import Operations
import PostgreSQL
import ServiceLifecycle
import Store

extension Adapters {
    /// The marks of this process in a role, from now on; they go through `pool`.
    func life(_ role: ProcessLife.Role, pool: PostgresPool) -> ProcessLife {
        ProcessLife(
            role, on: Machine.hostName, version: ProgramVersion.full, store: PostgresIncidents(pool: pool), now: now)
    }
}

extension ProcessLife {
    /// Runs until its task is cancelled; a process that ends by an error marks no end.
    func run() async {
        await run(isOrderly: { Task.isShuttingDownGracefully }) { await ConnectionLoop.rest(for: $0) }
    }
}
