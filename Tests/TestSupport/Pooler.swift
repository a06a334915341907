import Foundation
import Glibc
import Testing

/// PgBouncer as a process of this test, before the database of `DATABASE_URL`; `deploy/packages` installs it.
package final class Pooler: Sendable {
    /// What it does with the settings that a session begins with.
    package enum Settings: String, CaseIterable, Sendable {
        /// It refuses the session, as PgBouncer does by default.
        case refused = ""
        /// It takes the session, and the settings are lost.
        case dropped = "options, extra_float_digits"
    }

    /// Where clients connect; the user is any.
    package let url: String
    private let process: Process
    private let end: AsyncStream<Never>

    /// Lends a pooler in transaction mode.
    package static func with(_ settings: Settings, _ body: (Pooler) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-pooler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = await Result.catching {
            let pooler = try await Pooler(settings, folder)
            let result = await Result.catching { try await body(pooler) }
            await pooler.stop()
            try result.get()
        }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private init(_ settings: Settings, _ folder: URL) async throws {
        var target = try #require(URLComponents(string: TestVariable.value(of: "DATABASE_URL")))
        let port = try Self.freePort()
        let file = folder.appending(path: "pgbouncer.ini")
        let users = folder.appending(path: "users")
        try Data().write(to: users)
        try Data(try Self.configuration(target, port, settings, users.path).utf8).write(to: file)
        (target.host, target.port) = ("127.0.0.1", port)
        url = try #require(target.string)
        process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/pgbouncer")
        // It refuses to be root.
        process.arguments = (geteuid() == 0 ? ["-u", "nobody"] : []) + [file.path]
        process.standardInput = FileHandle.nullDevice
        let words = Pipe()
        process.standardError = words
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
        try await Self.isUp(words.fileHandleForReading)
    }

    /// Returns when PgBouncer says that it is up; what it says later is read and dropped, so that the pipe never fills.
    private static func isUp(_ words: FileHandle) async throws {
        let (chunks, sink) = AsyncStream.makeStream(of: Data.self)
        words.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                sink.finish()
            } else {
                sink.yield(data)
            }
        }
        var log = ""
        for await chunk in chunks {
            log += String(decoding: chunk, as: UTF8.self)
            if log.contains("process up") { return }
        }
        throw NotUp(log: log)
    }

    private struct NotUp: Error { let log: String }

    /// Every client may connect, and is the server's user of `target`.
    private static func configuration(
        _ target: URLComponents, _ port: Int, _ settings: Settings, _ users: String
    ) throws -> String {
        let server = try [
            "host=\(#require(target.host))", target.port.map { "port=\($0)" }, target.user.map { "user=\($0)" },
            target.password.map { "password=\($0)" },
        ].compactMap(\.self)
        return """
            [databases]
            * = \(server.joined(separator: " "))
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = any
            auth_file = \(users)
            pool_mode = transaction
            default_pool_size = 2
            ignore_startup_parameters = \(settings.rawValue)
            """
    }

    /// Free at this moment; a program that takes it meanwhile makes the start fail.
    package static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        try #require(result == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private func stop() async {
        // It inherits a signal mask that blocks SIGTERM, and never resets it. It holds nothing that a kill could harm.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        for await _ in end {}
    }
}
