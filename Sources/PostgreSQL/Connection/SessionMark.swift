import Synchronization

/// A number that a listener's session shows to all other sessions, for as long as the session lives.
///
/// The session holds a shared advisory lock of the mark's name and the number. PostgreSQL takes the lock away with the
/// session, so a process that has died shows nothing, and no other process has to clean up after it. A process that is
/// frozen goes on showing the number that it showed last.
package final class SessionMark: Sendable {
    private struct State {
        var wanted: Int64?
        /// Wakes the session that is there.
        var wake: (@Sendable () -> Void)?
    }

    private let name: String
    private let state = Mutex(State())

    /// `name`: sessions of this name and of the same schema see each other's numbers.
    package init(name: String) { self.name = name }

    /// Shows this number in place of the former; a listener that has no session now does it in its next.
    package func show(_ number: Int64) {
        let wake = state.withLock { state in
            state.wanted = number
            return state.wake
        }
        wake?()
    }

    /// Counts the sessions that show a number less than this.
    package func sessions(before number: Int64) -> SQL {
        """
        select count(*) from pg_locks
        where locktype = 'advisory' and objsubid = 2 and mode = 'ShareLock' and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid::bigint = hashtext(\(name) || current_schema())::bigint & 4294967295 and objid::bigint < \(number)
        """
    }

    /// A session that begins: from now on `show` calls this.
    func serve(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    /// What the session has to say so that it shows what it should; nil when it does.
    func step(from shown: Int64?) -> (number: Int64, statements: [SQL])? {
        guard let wanted = state.withLock({ $0.wanted }), wanted != shown else { return nil }
        let lock: SQL = """
            select pg_advisory_lock_shared(hashtext(\(name) || current_schema()), \(Self.lockable(wanted))) is null
            """
        guard let shown else { return (wanted, [lock]) }
        let unlock: SQL =
            "select pg_advisory_unlock_shared(hashtext(\(name) || current_schema()), \(Self.lockable(shown)))"
        return (wanted, [lock, unlock])
    }

    private static func lockable(_ number: Int64) -> Int32 { Int32(clamping: number) }
}
