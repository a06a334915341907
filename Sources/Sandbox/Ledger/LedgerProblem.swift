/// Why a file cannot be the sandbox's ledger.
package enum LedgerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system does not let this process open the file; the number is `errno`.
    case unopenable(errno: Int32)
    /// Another process writes to it.
    case taken
    /// It ends in the middle of a line that no sandbox has begun, so it may be another program's file.
    case foreign

    package var description: String {
        switch self {
        case .unopenable(let number): "the ledger cannot be opened: error \(number) of the system"
        case .taken: "another sandbox writes to the ledger"
        case .foreign: "the ledger does not end with a whole line: is it another program's file?"
        }
    }
}
