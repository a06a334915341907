import Operations
import Synchronization
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

    /// As a command has them: it acts without the audit, and warns.
    func commandPermits(_ warnings: Warnings) -> Permits {
        Permits(audit: store, policy: .wanted { problem in warnings.add(problem) })
    }

    func person(_ role: OperatorRole) throws -> Operator {
        Operator(name: try #require(OperatorName("anna")), role: role)
    }

    /// The newest lines of the audit as words, the newest first.
    func audit() throws -> [String] {
        try store.entries(before: nil, limit: 50).map { line in
            "\(line.entry.action.rawValue) \(line.entry.result.rawValue): \(line.entry.subject)"
                + (line.entry.reason.isEmpty ? "" : " because \(line.entry.reason)")
        }
    }
}

/// What a command was told of lines that the audit did not take.
final class Warnings: Sendable {
    private let told = Mutex<[StoreError]>([])

    var problems: [StoreError] { told.withLock { $0 } }

    func add(_ problem: StoreError) { told.withLock { $0.append(problem) } }
}
