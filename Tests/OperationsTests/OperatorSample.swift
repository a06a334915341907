import Operations
import Testing
import VerificationCore
import VerificationTesting

/// People of every role and an audit, for tests of what each may do.
struct OperatorSample {
    let clock = ManualClock()
    let store: InMemoryOperators
    let permits: Permits

    init() {
        store = InMemoryOperators { [clock] in clock.now }
        permits = Permits(audit: store)
    }

    func person(_ role: OperatorRole) throws -> Operator {
        Operator(name: try #require(OperatorName("anna")), role: role)
    }

    /// The newest lines of the audit as words, the newest first.
    func audit() throws -> [String] {
        try store.entries(before: nil, limit: 50).map { line in
            "\(line.entry.deed.rawValue) \(line.entry.result.rawValue): \(line.entry.subject)"
                + (line.entry.reason.isEmpty ? "" : " because \(line.entry.reason)")
        }
    }
}
