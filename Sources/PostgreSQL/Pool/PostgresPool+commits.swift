import Synchronization

/// Commits that hang.
///
/// A server whose synchronous standby is gone, or whose disk stalls, answers every question, and lets every commit
/// wait. The server process of such a commit stays until the stall ends, with its locks, also after the caller has cut
/// its connection. PostgreSQL looks for a cut only where it may end a statement, and it may not end a commit. So a
/// caller who repeats its commit leaves one server process after another, until the server has none left for any
/// client.
///
/// Therefore the pool remembers the server process of the last commit without an answer. While that server process
/// still waits, a commit fails at once, and nothing of it is saved. The question costs one short read, on the connection
/// that was about to commit.
///
/// Example: commits hang for 60 s. A pool leaves the server processes of the commits that were under way when the stall
/// began, and no other. When the stall ends, the server process goes, and the next commit is sent.
extension PostgresPool {
    /// Returns when the server has committed something small; throws `unavailable` while commits hang.
    ///
    /// It changes no table, and every user of the database may do it.
    package func proveCommits(deadline: ContinuousClock.Instant) async throws(PostgresError) {
        // A record in the server's log, which the commit has to write and a synchronous standby has to confirm.
        try await query("select pg_logical_emit_message(true, 'verifyd', '')::text", deadline: deadline)
    }

    /// Sends a batch, unless it commits and commits hang; remembers a commit without an answer.
    func performWatched(
        _ batch: Batch, on connection: PostgresConnection, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [PostgresRows] {
        if batch.commits { try await expectNoHangingCommit(batch, on: connection, by: deadline) }
        do {
            return try await connection.perform(batch, deadline: deadline)
        } catch {
            if case .outcomeUnknown(.deadline) = error.kind {
                hangingProcess.store(connection.serverProcess.load(ordering: .relaxed), ordering: .relaxed)
            }
            throw error
        }
    }

    private func expectNoHangingCommit(
        _ batch: Batch, on connection: PostgresConnection, by deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        let process = hangingProcess.load(ordering: .relaxed)
        guard process != 0 else { return }
        let question = Batch(statements: [.hangs(process)], role: batch.role == .commit ? .part : .harmless)
        let hangs: Bool = try await connection.perform(question, deadline: deadline)[0].value()
        guard !hangs else {
            throw .unavailable("the server answers, and its commits hang: a standby is missing, or the disk stalls")
        }
        // Another commit may have begun to hang meanwhile; then that commit's server process stays on record.
        _ = hangingProcess.compareExchange(expected: process, desired: 0, ordering: .relaxed)
    }
}

extension SQL {
    /// Whether a server process of this user waits for a commit to be written, or to be confirmed by a standby.
    ///
    /// A server process that was slow for another reason waits for something else, or for nothing.
    fileprivate static func hangs(_ process: Int32) -> SQL {
        """
        select exists (
          select from pg_stat_activity
          where pid = \(process) and usename = current_user and state = 'active'
            and wait_event in ('SyncRep', 'WALSync', 'WALWrite'))
        """
    }
}
