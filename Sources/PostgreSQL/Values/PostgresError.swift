/// Why a call to the database gave no result.
///
/// `description` is safe to log. It holds no bound value and no password, and only such messages of the server as
/// cannot quote data. `debugDescription` adds the server's primary message, which may quote a value; it never holds a
/// password or the `DETAIL`.
package struct PostgresError: Error, Equatable, Sendable {
    /// The kind of failure; it decides what may be done next.
    package enum Kind: Equatable, Sendable {
        /// There is no connection, or it broke before the work could have been committed. Nothing was committed.
        case unavailable
        /// The time was over, or the server cancelled the statement. Nothing was committed.
        case deadline
        /// All connections stayed busy for as long as the caller may wait. Nothing was sent.
        case poolExhausted
        /// No answer came to the statement that commits: the work is committed, or it is not.
        ///
        /// Read the rows before another try. When the statements only read, another try is harmless.
        case outcomeUnknown(Interruption)
        /// The server refused a statement; its transaction is rolled back, or will be at its end.
        case serverError(sqlState: String, constraint: String?)
        /// A column had another type, or another value, than the caller expected.
        case decoding
        /// A setting cannot be used, for example because it leads to a pooler that keeps no session.
        case configuration
        /// The caller broke a rule of this module, for example used a transaction after its end.
        case misuse
    }

    /// What ended the wait for an answer.
    package enum Interruption: Equatable, Sendable {
        case connectionLost
        case deadline
    }

    /// What this module needs before it tries again by itself; `isRetriable` is for another try by the caller.
    enum Remedy: Equatable, Sendable {
        case none
        /// A new connection: the old connection is gone, and the work is certainly not committed.
        case anotherConnection
        /// Only another try: the server no longer accepts a prepared statement, and the connection has forgotten it
        /// too.
        case prepareAgain
    }

    package let kind: Kind
    package let context: String
    /// May quote values, so only `debugDescription` shows it.
    private let serverMessage: String?
    let remedy: Remedy

    init(_ kind: Kind, context: String, serverMessage: String? = nil, remedy: Remedy = .none) {
        self.kind = kind
        self.context = context
        self.serverMessage = serverMessage
        self.remedy = remedy
    }
}

extension PostgresError {
    /// The SQLSTATE of a `serverError`.
    package var sqlState: String? {
        guard case .serverError(let sqlState, _) = kind else { return nil }
        return sqlState
    }

    /// The violated constraint of a `serverError`; nil where no constraint was violated.
    package var constraint: String? {
        guard case .serverError(_, let constraint) = kind else { return nil }
        return constraint
    }

    /// Whether the work may be committed although no answer came.
    package var isInDoubt: Bool {
        guard case .outcomeUnknown = kind else { return false }
        return true
    }

    /// Whether nothing was committed and the same work may succeed later.
    package var isRetriable: Bool {
        switch kind {
        case .unavailable, .deadline, .poolExhausted: true
        case .serverError(let sqlState, _):
            Self.isConflict(sqlState) || sqlState == "55P03" || Self.isServerTrouble(sqlState)
        case .outcomeUnknown, .decoding, .configuration, .misuse: false
        }
    }

    /// Where the cause lies, which decides who has to act.
    package enum Fault: Equatable, Sendable {
        /// The server does not answer, or not in time.
        case outage
        /// The lock of another transaction was in the way.
        case lock
        /// The database does not accept a value.
        case value
        /// The user may not do this.
        case right
        /// A table, column or function is missing, or differs.
        case schema
        /// The database's files are damaged or missing.
        case damage
        /// The settings of the connection lead to a server, or a pooler, with which this program cannot work.
        case settings
        /// This program, or the server, made a mistake.
        case program
    }

    package var fault: Fault {
        switch kind {
        case .unavailable, .deadline, .poolExhausted, .outcomeUnknown: .outage
        case .decoding: .schema
        case .configuration: .settings
        case .misuse: .program
        case .serverError(let sqlState, _): Self.fault(sqlState)
        }
    }

    private static func fault(_ sqlState: String) -> Fault {
        if isServerTrouble(sqlState) { return .outage }
        if isConflict(sqlState) || sqlState == "55P03" { return .lock }
        if sqlState == "42501" { return .right }
        return switch sqlState.prefix(2) {
        case "22", "23": .value
        // Missing, not usable, ambiguous; not supported; no such schema or database.
        case "42", "0A", "3F", "3D", "26": .schema
        case "XX": .damage
        // Errors of the system, such as a failed read or a missing file of a table.
        case "58": .damage
        default: .program
        }
    }

    /// Serialization failure or deadlock: the whole transaction should run again soon.
    var isConflict: Bool { sqlState.map(Self.isConflict) ?? false }

    private static func isConflict(_ sqlState: String) -> Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Connection lost, resources used up, an operator's intervention, or a primary that became a standby.
    private static func isServerTrouble(_ sqlState: String) -> Bool {
        ["08", "53", "57"].contains(sqlState.prefix(2)) || sqlState == "25006"
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { context.isEmpty ? name : "\(name): \(context)" }

    package var debugDescription: String {
        guard let serverMessage else { return description }
        return "\(description) [\(serverMessage)]"
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    private var name: String {
        switch kind {
        case .unavailable: "database unavailable"
        case .deadline: "database deadline passed"
        case .poolExhausted: "no database connection free"
        case .outcomeUnknown(.connectionLost): "commit in doubt, connection lost"
        case .outcomeUnknown(.deadline): "commit in doubt, deadline passed"
        case .serverError(let sqlState, let constraint):
            "database error \(sqlState)" + (constraint.map { " on constraint \($0)" } ?? "")
        case .decoding: "unexpected column"
        case .configuration: "database configuration"
        case .misuse: "misuse of the database client"
        }
    }
}

extension PostgresError {
    static func unavailable(_ context: String) -> PostgresError { PostgresError(.unavailable, context: context) }
    static func decoding(_ context: String) -> PostgresError { PostgresError(.decoding, context: context) }
    static func configuration(_ context: String) -> PostgresError { PostgresError(.configuration, context: context) }
    static func misuse(_ context: String) -> PostgresError { PostgresError(.misuse, context: context) }

    /// `place`: where the pooler is, for example `db:6432`; `sign`: by what it is known.
    static func pooler(_ place: String, sign: String) -> PostgresError {
        configuration(
            "\(place) is a connection pooler in transaction mode (PgBouncer), or one that drops a session's settings "
                + "(\(sign)): verifyd needs a direct connection, or a pooler in session mode that keeps the settings")
    }

    /// The same error with the place where it happened; of settings that cannot be used no statement says more.
    func at(_ place: String) -> PostgresError {
        if kind == .configuration { return self }
        return PostgresError(kind, context: "\(context) (\(place))", serverMessage: serverMessage, remedy: remedy)
    }
}
