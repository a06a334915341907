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
        /// Makes the broker believe that it is out of memory.
        case raiseMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark absolute 1MB"
        case clearMemoryAlarm = "rabbitmqctl set_vm_memory_high_watermark 0.4"
    }

    /// Returns when it is done.
    static func tell(_ order: Order) async throws {
        let environment = ProcessInfo.processInfo.environment
        let services = try TestVariable.value(of: "VERIFYD_SERVICES")
        let words = order.rawValue.split(separator: " ").map(String.init)
        _ = try await ChildProcess.run(URL(filePath: services), words, environment: environment)
    }

    /// Runs `body` under a fault, and heals it also if the body fails.
    static func under(_ fault: Order, healedBy cure: Order, _ body: () async throws -> Void) async throws {
        do {
            try await tell(fault)
            try await body()
        } catch {
            try await tell(cure)
            throw error
        }
        try await tell(cure)
    }
}
