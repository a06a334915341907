import Operations
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

/// People of every role and an audit, for tests of what each may do.
struct OperatorSample {
    let world: InMemoryWorld
    let permits: Permits

    init(_ world: InMemoryWorld = InMemoryWorld()) {
        self.world = world
        permits = Permits(audit: world)
    }

    var clock: ManualClock { world.clock }

    /// As a command has them: it acts without the audit, and warns.
    func commandPermits(_ warnings: Warnings) -> Permits {
        Permits(audit: world, policy: .wanted { problem in warnings.add(problem) })
    }

    func person(_ role: OperatorRole) throws -> Operator {
        Operator(name: try #require(OperatorName("anna")), role: role)
    }

    /// The newest lines of the audit as words, the newest first.
    func audit() throws -> [String] {
        try world.auditLines(before: nil, limit: 50).map { line in
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
