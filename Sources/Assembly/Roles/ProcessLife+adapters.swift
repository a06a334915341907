import Operations
import PostgreSQL
import Store

extension Adapters {
    /// The marks of this process in a role, from now on; they go through `pool`.
    func life(_ role: ProcessLife.Role, pool: PostgresPool) -> ProcessLife {
        ProcessLife(
            role, on: Machine.hostName, version: ProgramVersion.full, store: PostgresIncidents(pool: pool), now: now)
    }
}
