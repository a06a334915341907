import Foundation
import StrictJSON
import TestSupport
import Testing

/// A script of this target that runs beside a test, as another's program; both sides write a JSON document a line.
final class PythonPeer: Sendable {
    struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    private let script: String
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let lines: AsyncStream<String>
    private let end: AsyncStream<Never>

    /// Lends a running script.
    ///
    /// The script and its programs end with the body, also when the body throws.
    static func with<Value>(
        _ script: String, _ arguments: [String] = [], _ body: (PythonPeer) async throws -> Value
    ) async throws -> Value {
        let peer = try PythonPeer(script, arguments)
        let result = await Result.catching { try await body(peer) }
        await peer.finish()
        return try result.get()
    }

    private init(_ script: String, _ arguments: [String]) throws {
        self.script = script
        let process = Process()
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        process.executableURL = URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON"))
        process.arguments = ["-B", folder.appending(path: "Python/\(script)").path] + arguments
        // No proxy, no account and no settings of the person who runs the tests.
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        (self.process, self.end, lines) = (process, end, Self.lines(of: output.fileHandleForReading))
    }

    /// Says one document to the script.
    func say(_ document: JSONValue) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(document.serialized + [UInt8(ascii: "\n")]))
    }

    /// The next document that the script says; throws when the script has ended.
    func hear() async throws -> JSONValue {
        for await line in lines { return try JSONValue(parsing: line.utf8) }
        throw Ended(description: "\(script) has ended")
    }

    /// The next document whose member `event` is this; the documents before it are dropped.
    func hear(_ event: String) async throws -> JSONValue {
        while true {
            let document = try await hear()
            if document["event"]?.string == event { return document }
        }
    }

    /// What the script answers to a document.
    func ask(_ document: JSONValue) async throws -> JSONValue {
        try say(document)
        return try await hear()
    }

    /// Ends the script as a crash would.
    func kill() async {
        Glibc.kill(process.processIdentifier, SIGKILL)
        for await _ in end {}
    }

    /// The end of its input ends the script.
    private func finish() async {
        try? input.fileHandleForWriting.close()
        for await _ in end {}
    }

    /// A thread reads, because a `FileHandle` with a handler may close its descriptor while Dispatch still uses it.
    private static func lines(of output: FileHandle) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var rest: [UInt8] = []
            while case let data = output.availableData, !data.isEmpty {
                rest += data
                var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = Array(parts.removeLast())
                for part in parts { continuation.yield(String(decoding: part, as: UTF8.self)) }
            }
            continuation.finish()
        }
        return lines
    }
}
