import Foundation
import TestSupport
import Testing

/// Does to the broker and the database what an operator or a bad day does, by way of `deploy/services`.
enum ServiceControl {
    enum Order: String {
        case stopBroker = "stop-broker"
        case startBroker = "start-broker"
        case killBroker = "kill-broker"
        case freezeBroker = "freeze-broker"
        case thawBroker = "thaw-broker"
        case stopDatabase = "stop-database"
        case startDatabase = "start-database"
        case freezeDatabase = "freeze-database"
        case thawDatabase = "thaw-database"
        /// The database answers, and no commit ends.
        case hangCommits = "hang-commits"
        case releaseCommits = "release-commits"
        /// Makes the broker believe that it is out of memory.
        case raiseMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark absolute 1MB"
        case clearMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark 0.4"
    }

    /// Returns when it is done.
    static func tell(_ order: Order) async throws {
        try await run(order.rawValue.split(separator: " ").map(String.init))
    }

    /// Returns what the command has printed.
    @discardableResult
    static func run(_ words: [String]) async throws -> String {
        let services = try TestVariable.value(of: "VERIFYD_SERVICES")
        let output = try await ChildProcess.run(
            URL(filePath: services), words, environment: ProcessInfo.processInfo.environment)
        return String(decoding: output, as: UTF8.self)
    }

    /// Runs `body` under a fault, and heals it also if the body fails.
    static func under(_ fault: Order, healedBy cure: Order, _ body: () async throws -> Void) async throws {
        try await withCleanUp {
            try await tell(fault)
            try await body()
        } cleanUp: {
            try await tell(cure)
        }
    }
}
