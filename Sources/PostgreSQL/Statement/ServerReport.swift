/// The parts of a server's error message that this module looks at.
///
/// It leaves out `DETAIL` and `HINT`, which may quote rows.
struct ServerReport: Equatable, Sendable {
    /// In English, whatever the server's language.
    var severity: String
    var sqlState: String
    var message: String
    var constraint: String?
    /// The function in the server's source that reported the error; unlike the message it is never translated.
    var function: String?

    /// Whether the server ends the connection after this message.
    var endsConnection: Bool { severity == "FATAL" || severity == "PANIC" }

    /// Whether a prepared statement is gone (`deallocate`, `discard`), or its result type has changed since.
    var wantsPreparation: Bool {
        sqlState == Self.unknownStatement || sqlState == "0A000" && function == "RevalidateCachedQuery"
    }

    /// Whether the primary has become a standby, so that only a new connection finds the new primary.
    var endsUsefulness: Bool { sqlState == "25006" }

    /// The error for a statement that was refused.
    var error: PostgresError {
        let remedy = wantsPreparation ? PostgresError.Remedy.prepareAgain : .none
        if sqlState == Self.duplicateStatement {
            return .pooler("The server", sign: "another session's prepared statement")
        }
        if sqlState == Self.queryCanceled {
            return PostgresError(.deadline, context: "the server cancelled the statement", serverMessage: message)
        }
        return PostgresError(
            .serverError(sqlState: sqlState, constraint: constraint), context: printableMessage, serverMessage: message,
            remedy: remedy)
    }

    /// The message; empty for classes whose messages may quote data, such as 22 (data exception) and P0 (`raise`).
    var printableMessage: String {
        let quotesNothing =
            Self.classesWithoutData.contains(String(sqlState.prefix(2))) || Self.damages.contains(sqlState)
        return quotesNothing ? message : ""
    }

    /// Errors of damaged files: their messages name files, pages and indexes, and quote no data.
    private static let damages: Set<String> = ["XX001", "XX002"]
    static let unknownStatement = "26000"
    /// A connection gives each statement a name of its own, so another session has prepared it on the same server process.
    private static let duplicateStatement = "42P05"
    private static let queryCanceled = "57014"
    private static let classesWithoutData: Set<String> = [
        "08", "0A", "25", "26", "28", "3D", "3F", "40", "42", "53", "55", "57", "58",
    ]
}
