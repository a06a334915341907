import PostgreSQL
import VerificationCore

/// What the statements of a worker tell of it and of its gateways.
extension PostgresRows {
    /// The mark of a worker's start; none where it is no news.
    func starts() throws(PostgresError) -> [Mark] {
        try marks { row throws(PostgresError) in
            guard let at = try row.decode("started_at", as: Timestamp?.self) else { return nil }
            return Mark(at: at, kind: .workerStarted, subject: try row.host(), detail: try row.version())
        }
    }

    /// The mark of a worker's end; none where it had left before.
    func ends() throws(PostgresError) -> [Mark] {
        try marks { row throws(PostgresError) in
            Mark(
                at: try row.decode("ended_at"), kind: .workerEnded, subject: try row.host(), detail: try row.version())
        }
    }

    /// A mark for each breaker that opened or closed.
    func breakerMarks() throws(PostgresError) -> [Mark] {
        try marks { row throws(PostgresError) in
            let (state, before) = (
                try row.decode("state", as: String.self), try row.decode("former_state", as: String.self)
            )
            guard state != before else { return nil }
            let isOpen = state == BreakerNotice.State.open.rawValue
            return Mark(
                at: try row.decode("changed_at"), kind: isOpen ? .breakerOpened : .breakerClosed,
                subject: try row.decode("gateway"),
                detail: isOpen ? try row.decode("reason", as: String?.self) ?? "" : "")
        }
    }

    private func marks(_ mark: (PostgresRow) throws(PostgresError) -> Mark?) throws(PostgresError) -> [Mark] {
        var marks: [Mark] = []
        for row in self { if let mark = try mark(row) { marks.append(mark) } }
        return marks
    }
}

extension PostgresRow {
    fileprivate func host() throws(PostgresError) -> String { try decode("host", as: String?.self) ?? "" }

    fileprivate func version() throws(PostgresError) -> String {
        try decode("version", as: String?.self).map { "version \($0)" } ?? ""
    }
}
