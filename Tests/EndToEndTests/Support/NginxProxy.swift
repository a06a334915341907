import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// nginx as a process of this test, before a dashboard, as an operator would set it up: with TLS and without.
final class NginxProxy: Sendable {
    /// Ports of this machine on which it listens.
    let plainPort: Int
    let securePort: Int
    private let process: Process
    private let end: AsyncStream<Never>

    /// Lends a proxy for everything below `path`, which the dashboard at `port` has as its own path too.
    static func with<Value>(
        path: String, port: Int, _ body: (NginxProxy) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = await Result.catching {
            let proxy = try await NginxProxy(folder, path: path, port: port)
            let result = await Result.catching {
                try await proxy.listens()
                return try await body(proxy)
            }
            await proxy.stop()
            return try result.get()
        }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    private init(_ folder: URL, path: String, port: Int) async throws {
        // Both ports are free at this moment; a program that takes one meanwhile makes the start fail, with words.
        let (plain, secure) = (try ReservedPort(), try ReservedPort())
        (plainPort, securePort) = (plain.port, secure.port)
        _ = try await ChildProcess.run(
            URL(filePath: "/usr/bin/openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                "-keyout", folder.appending(path: "key.pem").path, "-out",
                folder.appending(path: "certificate.pem").path,
            ], environment: ["PATH": "/usr/bin:/bin"])
        let file = folder.appending(path: "nginx.conf")
        try Self.configuration(folder.path, plain.port, secure.port, path: path, dashboard: port).write(
            to: file, atomically: true, encoding: .utf8)
        process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        process.arguments = ["-p", folder.path, "-c", file.path, "-e", folder.appending(path: "errors.log").path]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        self.end = end
        process.terminationHandler = { _ in ending.finish() }
        for reserved in [plain, secure] { close(reserved.takeDescriptor()) }
        try process.run()
    }

    /// Writes nothing outside the folder, and needs no rights.
    private static func configuration(
        _ folder: String, _ plain: Int, _ secure: Int, path: String, dashboard: Int
    ) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        // Otherwise root's nginx serves as a user who may not enter the folder.
        let user = geteuid() == 0 ? "user root;" : ""
        return """
            \(user) daemon off; worker_processes 1; pid \(folder)/nginx.pid;
            events { worker_connections 64; }
            http {
                access_log off; \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(plain); listen 127.0.0.1:\(secure) ssl;
                    ssl_certificate \(folder)/certificate.pem; ssl_certificate_key \(folder)/key.pem;
                    location \(path)/ {
                        proxy_pass http://127.0.0.1:\(dashboard);
                        proxy_set_header Host $http_host;
                        proxy_set_header X-Forwarded-For $remote_addr;
                        proxy_set_header X-Forwarded-Proto $scheme;
                    }
                    location / { return 418; }
                }
            }
            """
    }

    private func listens() async throws {
        try await eventually("nginx listens on \(plainPort)", within: .seconds(20)) {
            try #require(process.isRunning, "nginx has ended")
            return try await DashboardCaller.with("http://127.0.0.1:\(plainPort)") { caller in
                // Until it listens it refuses the connection.
                (try? await caller.get("/").status) == 418
            }
        }
    }

    private func stop() async {
        if process.isRunning { kill(process.processIdentifier, SIGTERM) }
        for await _ in end {}
    }
}
