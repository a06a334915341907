import PostgreSQL

/// What the database says of one SMS.
struct MessageRow: Sendable, Equatable {
    let stage: String
    let status: String
    let mayBeDuplicate: Bool
}

extension Site {
    /// All messages, oldest first.
    func messages() async throws -> [MessageRow] {
        let rows = try await pool.read(
            "select stage, status, may_be_duplicate from message order by created_at, ordinal")
        return try rows.decode(as: String.self, String.self, Bool.self).map(MessageRow.init)
    }

    /// What became of each phone's only message, by phone: its status and the reason for it.
    func ends() async throws -> [String: String] {
        let rows = try await pool.read(
            """
            select phone, concat_ws(', ', m.status, m.reason)
            from verification join message m on m.verification_id = id
            """)
        return Dictionary(uniqueKeysWithValues: try rows.decode(as: String.self, String.self))
    }

    /// The statuses of all verifications, and how many have each.
    func verificationStatuses() async throws -> [String: Int] {
        let rows = try await pool.read("select status, count(*) from verification group by status")
        return Dictionary(uniqueKeysWithValues: try rows.decode(as: String.self, Int64.self).map { ($0, Int($1)) })
    }

    /// Waits until each message is in the stage `ended`, and returns their statuses.
    @discardableResult
    func endedMessages(_ count: Int = 1, within limit: Duration = .seconds(90)) async throws -> [String] {
        try await eventually("\(count) messages ended", within: limit) {
            let messages = try await self.messages()
            return messages.count == count && messages.allSatisfy { $0.stage == "ended" }
        }
        return try await messages().map(\.status)
    }

    /// How many of this installation's server processes wait in a commit for a standby.
    func hangingCommits() async throws -> Int {
        let rows = try await pool.read(
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'")
        return Int(try rows.value(as: Int64.self))
    }

    /// Runs `body` while no other connection can change the messages; connections that only read them go on.
    func whileMessagesAreReadOnly(_ body: @Sendable (PostgresTransaction) async throws -> Void) async throws {
        try await pool.transaction(deadline: .now + .seconds(60)) { transaction in
            try await transaction.query("lock table message in share mode")
            try await body(transaction)
        }
    }

    /// Runs `body` while no other connection can read or write a table.
    func whileLocked(_ table: String, _ body: @Sendable (PostgresTransaction) async throws -> Void) async throws {
        try await pool.transaction(deadline: .now + .seconds(60)) { transaction in
            try await transaction.query("lock table \(identifier: table) in access exclusive mode")
            try await body(transaction)
        }
    }
}

extension PostgresTransaction {
    /// The server processes in which a worker's statement waits for a lock; the statement holds these words.
    func waitingWorkers(to words: String = "") async throws -> [Int32] {
        // Without this a transaction would see the statements of its first look again and again.
        try await query("select pg_stat_clear_snapshot()")
        let rows = try await query(
            """
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'verifyd-worker' and wait_event_type = 'Lock'
              and position(\(words) in query) > 0
            """)
        return try rows.column(as: Int32.self)
    }

    /// Returns when a worker waits in a statement that holds these words.
    ///
    /// Without words it may also be the tidying up with which every worker begins.
    func aWorkerWaits(to words: String = "") async throws {
        try await eventually("a worker waits for the lock") { try await !self.waitingWorkers(to: words).isEmpty }
    }

    /// Returns when no worker waits for a lock any more.
    ///
    /// The server needs a second to notice that a client is gone. Until then it could still do what the client asked.
    func noWorkerWaits() async throws {
        try await eventually("nobody waits for the lock") { try await self.waitingWorkers().isEmpty }
    }
}
