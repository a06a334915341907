import Foundation
import Testing

/// Does to the broker what an operator or a bad day does, by way of `deploy/services`.
enum BrokerControl {
    case stop, kill, start, freeze, thaw
    /// Has the broker believe that it is out of memory.
    case raiseMemoryAlarm
    case clearMemoryAlarm

    private var arguments: [String] {
        switch self {
        case .stop: ["stop-broker"]
        case .kill: ["kill-broker"]
        case .start: ["start-broker"]
        case .freeze: ["freeze-broker"]
        case .thaw: ["thaw-broker"]
        case .raiseMemoryAlarm: ["rabbitmqctl", "set_vm_memory_high_watermark", "absolute", "1MB"]
        case .clearMemoryAlarm: ["rabbitmqctl", "set_vm_memory_high_watermark", "0.4"]
        }
    }

    /// Returns when it is done.
    static func tell(_ order: BrokerControl) async throws {
        let services = try #require(
            ProcessInfo.processInfo.environment["VERIFYD_SERVICES"], #"eval "$(deploy/services env)""#)
        let process = Process()
        process.executableURL = URL(filePath: services)
        process.arguments = order.arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0, "deploy/services \(order.arguments) ended with \(status)")
    }

    /// Runs `body` under a fault, and heals it also if the body fails.
    static func under(_ fault: BrokerControl, healedBy cure: BrokerControl, _ body: () async throws -> Void)
        async throws
    {
        try await tell(fault)
        do {
            try await body()
        } catch {
            try await tell(cure)
            throw error
        }
        try await tell(cure)
    }
}
