import Foundation
import TestSupport
import Testing

@testable import AMQP

/// The broker of these tests.
enum Broker {
    /// Long enough for a busy machine, and never reached by a broker that works.
    static let patience = Duration.seconds(30)

    static func configuration(_ name: String = "AMQP_URL", isPatient: Bool = true) throws -> AMQPConfiguration {
        let configuration = try AMQPConfiguration(urls: TestVariable.value(of: name))
        return isPatient ? patient(configuration) : configuration
    }

    static func patient(_ configuration: AMQPConfiguration) -> AMQPConfiguration {
        var configuration = configuration
        configuration.handshakeDeadline = patience
        configuration.rpcDeadline = patience
        configuration.callDeadline = patience
        return configuration
    }

    /// Runs `rabbitmqctl` by the command line in `RABBITMQCTL`, and returns what it printed.
    @discardableResult
    static func control(_ arguments: String...) async throws -> String {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try await run("\(TestVariable.value(of: "RABBITMQCTL")) \(words)")
    }

    static func run(_ command: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        let output = FileManager.default.temporaryDirectory.appending(path: "amqp-test-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        process.standardInput = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = try String(contentsOf: output, encoding: .utf8)
        try #require(process.terminationStatus == 0, "\(command): \(text)")
        return text
    }

    /// Stops a process, and returns when each of its threads stands still; the signal alone lets them go on for a while.
    static func freeze(_ pid: pid_t) async throws {
        kill(pid, SIGSTOP)
        let threads = URL(filePath: "/proc/\(pid)/task")
        _ = try await eventually {
            try FileManager.default.contentsOfDirectory(at: threads, includingPropertiesForKeys: nil).allSatisfy {
                try String(contentsOf: $0.appending(component: "stat"), encoding: .utf8).contains(") T ")
            } ? true : nil
        }
    }

    /// The process that runs the broker.
    static func processIdentifier() async throws -> pid_t {
        let text = try await control("eval", "os:getpid().")
        return try #require(pid_t(text.filter(\.isNumber)))
    }
}
