import Assembly
import Foundation
import GatewayKit

/// Another process of this program, which this process starts, hears and ends.
package final class ChildProgram: Sendable {
    /// Which of its two outputs is read; the other goes where this process's own goes.
    enum Output {
        case output, log
    }

    private let process: Process
    private let input: Pipe
    private let ends: AsyncStream<Void>
    /// What it says, line by line; a single reader at a time.
    let lines: AsyncStream<String>

    var id: Int32 { process.processIdentifier }

    private init(_ process: Process, input: Pipe, ends: AsyncStream<Void>, lines: AsyncStream<String>) {
        self.process = process
        self.input = input
        self.ends = ends
        self.lines = lines
    }

    /// Starts this program once more with other arguments.
    static func start(
        _ arguments: [String], environment: [String: String], hearing output: Output
    ) throws -> ChildProgram {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.environment = environment
        let (input, heard) = (Pipe(), Pipe())
        process.standardInput = input
        switch output {
        case .output: process.standardOutput = heard
        case .log:
            process.standardError = heard
            process.standardOutput = FileHandle.nullDevice
        }
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.finish() }
        do {
            try process.run()
            try heard.fileHandleForWriting.close()
        } catch {
            throw SettingsError("this program cannot be started once more")
        }
        return ChildProgram(process, input: input, ends: ends, lines: hear(heard))
    }

    /// A thread reads the pipe: a `FileHandle` with a handler may close its descriptor while Dispatch still uses it.
    private static func hear(_ pipe: Pipe) -> AsyncStream<String> {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var rest = Data()
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                rest.append(data)
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    line.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            line.finish()
        }
        return lines
    }

    /// The next line that it says; nil when it has ended.
    func nextLine() async -> String? {
        for await line in lines { return line }
        return nil
    }

    /// Says a line to it.
    func say(_ line: String) {
        // A child that has ended reads nothing, and the reader of its output notices its end.
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Asks it to end, and returns when it has ended, also in a cancelled task; after 30 s it is ended by force.
    func stop() async {
        process.terminate()
        let force = Task { [id] in
            try await Task.sleep(for: .seconds(30))
            kill(id, SIGKILL)
        }
        await Task { for await _ in ends {} }.value
        force.cancel()
    }
}
