/// How much a transaction sees of those that run beside it.
package enum PostgresIsolation: Sendable {
    /// Each statement sees what was committed before it began.
    case readCommitted
    /// All statements see what was committed before the first began; a row changed since is a conflict.
    case repeatableRead
    /// As if transactions ran one after the other; whatever could not have been so is a conflict.
    case serializable

    var begin: SQL {
        switch self {
        case .readCommitted: "begin"
        case .repeatableRead: "begin isolation level repeatable read"
        case .serializable: "begin isolation level serializable"
        }
    }
}
