import Foundation
import Glibc
import StrictJSON
import Synchronization
import Testing
import VerificationCore

/// The program under test as a process of its own, with what it writes to its log.
final class ChildProcess: Sendable {
    /// What is known of the process from outside.
    struct Report: Sendable {
        var log: [UInt8] = []
        var exit: Exit?

        /// The lines that are JSON; the last line may still be on its way.
        var lines: [JSONValue] { log.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: $0) } }
    }

    enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    private let process: Process
    private let output: LogPipe
    private let report = Watched(Report())

    private init(_ process: Process, name: String, output: LogPipe) {
        self.process = process
        self.name = name
        self.output = output
    }

    /// Starts the `verifyd` that was built together with the tests.
    ///
    /// With a preloaded library it starts by way of `env`. libfaketime moves the environment of the first process that
    /// loads it, and Swift finds its arguments by the place of the environment.
    static func start(_ arguments: [String], environment: [String: String]) throws -> ChildProcess {
        let process = Process()
        let preloads = environment["LD_PRELOAD"] != nil
        process.executableURL = preloads ? URL(filePath: "/usr/bin/env") : try executable()
        process.arguments = (preloads ? [try executable().path] : []) + arguments
        process.environment = environment
        // The process must not find a settings file of the person who runs the tests.
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        process.standardInput = FileHandle.nullDevice
        // Both go into one log, so that a test finds what a process should not say wherever it says it.
        let output = LogPipe()
        process.standardOutput = output.writing
        process.standardError = output.writing
        let child = ChildProcess(process, name: arguments.first ?? "", output: output)
        process.terminationHandler = { child.ended($0) }
        try process.run()
        try output.follow { data in child.report.change { $0.log.append(contentsOf: data) } }
        return child
    }

    /// Runs a command to its end, and returns what it printed; throws unless its exit status is 0.
    static func run(_ executable: URL, _ arguments: [String], environment: [String: String]) async throws -> [UInt8] {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        process.standardInput = FileHandle.nullDevice
        // Files, because what a pipe holds can be lost or late when the process ends.
        let (output, errors) = (try OutputFile(), try OutputFile())
        defer {
            output.close()
            errors.close()
        }
        process.standardOutput = output.handle
        process.standardError = errors.handle
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else {
            // Shortened, because Python takes a whole script as an argument.
            let command = arguments.map { $0.prefix(80) }.joined(separator: " ")
            throw Ended(
                description: "\(command) ended with \(status): \(String(decoding: errors.contents, as: UTF8.self))")
        }
        return output.contents
    }

    /// The test bundle is a program in the folder that `verifyd` is built into.
    static func executable() throws -> URL {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let file = folder.appending(component: "verifyd")
        try #require(
            FileManager.default.isExecutableFile(atPath: file.path), "swift build --build-tests makes \(file.path)")
        return file
    }

    var log: String { String(decoding: report.value.log, as: UTF8.self) }

    var hasEnded: Bool { report.value.exit != nil }

    /// Waits for a line of the log, which may have been written already, and returns its metadata.
    @discardableResult
    func says(_ message: String, _ key: String? = nil, _ value: String? = nil) async throws -> JSONValue? {
        try await says(message) { metadata in key.map { metadata?[$0]?.string == value } ?? true }
    }

    /// Waits for a line of the log whose metadata fits, and returns the metadata.
    @discardableResult
    func says(_ message: String, where fits: @escaping @Sendable (JSONValue?) -> Bool) async throws -> JSONValue? {
        let matches: @Sendable (JSONValue) -> Bool = { $0["message"]?.string == message && fits($0["metadata"]) }
        let report = try await report.wait(for: "\(name) says \(message)") {
            $0.exit != nil || $0.lines.contains(where: matches)
        }
        guard let line = report.lines.first(where: matches) else {
            throw Ended(description: "\(name) ended before it said \(message): \(log)")
        }
        return line["metadata"]
    }

    /// Waits for the end of the process, and returns how it ended.
    func exit(within limit: Duration = .seconds(90)) async throws -> Exit {
        let report = try await report.wait(for: "\(name) ends", within: limit) { $0.exit != nil }
        return try #require(report.exit)
    }

    func signal(_ signal: Int32) {
        Glibc.kill(process.processIdentifier, signal)
    }

    /// Stops the process where it is, and returns when each of its threads stands still.
    ///
    /// The signal alone is not enough: on a busy machine one thread may run on after another thread has stopped.
    func freeze() async throws {
        signal(SIGSTOP)
        let threads = URL(filePath: "/proc/\(process.processIdentifier)/task")
        try await eventually("\(name) stands still") {
            try FileManager.default.contentsOfDirectory(at: threads, includingPropertiesForKeys: nil).allSatisfy {
                try String(contentsOf: $0.appending(component: "stat"), encoding: .utf8).contains(") T ")
            }
        }
    }

    /// Runs `body` while the test does not read what the process writes.
    func whileNobodyReads(_ body: () async throws -> Void) async throws {
        output.pause()
        defer { output.resume() }
        try await body()
    }

    /// Ends the process as a crash would, and returns when it is gone.
    func kill() async throws {
        guard !hasEnded else { return }
        signal(SIGKILL)
        #expect(try await exit() == .signal(SIGKILL))
    }

    /// Asks the process to end, and expects that it does as promised.
    func stop() async throws {
        guard !hasEnded else { return }
        signal(SIGTERM)
        #expect(try await exit(within: .seconds(40)) == .code(0), "\(name): \(log)")
    }

    private func ended(_ process: Process) {
        let exit: Exit =
            process.terminationReason == .exit
            ? .code(process.terminationStatus) : .signal(process.terminationStatus)
        // What the process wrote last may still be in the pipe, and whoever sees the exit looks at the log.
        Thread.detachNewThread { [output, report] in
            output.waitForEnd()
            report.change { $0.exit = exit }
        }
    }
}

/// A file without a name, which is gone when no process has it open.
private struct OutputFile {
    private let url: URL
    let handle: FileHandle

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(component: "verifyd-test-\(UUID().uuidString)")
        try Data().write(to: url)
        handle = try FileHandle(forUpdating: url)
        try FileManager.default.removeItem(at: url)
    }

    var contents: [UInt8] {
        guard (try? handle.seek(toOffset: 0)) != nil, let data = try? handle.readToEnd() else { return [] }
        return Array(data)
    }

    /// Foundation keeps an ended process for a while, with its files: hundreds of commands would use up the
    /// descriptors.
    func close() { try? handle.close() }
}
