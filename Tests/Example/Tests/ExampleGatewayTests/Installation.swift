import Foundation
import Testing

/// A database, a virtual host of the broker, and a settings file of the executable's own.
final class Installation {
    private static let password = "night-shift-of-the-example"

    private let name = "example-\(UInt32.random(in: 0 ... .max))"
    private let folder: URL
    private let environment: [String: String]
    private var service: Process?

    init(sending url: String) async throws {
        let given = ProcessInfo.processInfo.environment
        var database = try #require(given["DATABASE_URL"].flatMap { URLComponents(string: $0) })
        var broker = try #require(given["AMQP_URL"].flatMap { URLComponents(string: $0) })
        (database.path, broker.path) = ("/" + name, "/" + name)
        folder = FileManager.default.temporaryDirectory.appending(component: name)
        environment = [
            "DATABASE_URL": try #require(database.string), "AMQP_URL": try #require(broker.string),
            "VERIFYD_CODE_KEYS": "k1:" + Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString(),
        ]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try """
        receipts: {url: "https://verify.example"}
        http: {port: 0}
        admin: {port: 0}
        dashboard: {port: 0}
        gateways: [{name: main, kind: example-sms, url: "\(url)", token: t0ken, receiptsToken: t0ken-of-receipts}]
        """.write(to: folder.appending(component: "verifyd.yaml"), atomically: true, encoding: .utf8)
        try await tool("PSQL", ["--quiet", "--command", "create database \"\(name)\""])
        try await tool("RABBITMQCTL", ["add_vhost", name])
        try await tool("RABBITMQCTL", ["set_permissions", "-p", name, try #require(broker.user), ".*", ".*", ".*"])
    }

    /// Sets everything up, starts the service, and returns callers of its API and of its pages.
    func serve() async throws -> (api: Caller, pages: Caller) {
        for command in [
            ["migrate"], ["apps", "add", "demo", "--name", "Demo", "--regions", "all"],
            ["operators", "add", "ada", "--role", "operator", "--password-stdin"],
        ] {
            _ = try await run(Self.executable, command, input: Self.password + "\n")
        }
        let key = try await run(Self.executable, ["keys", "add", "demo", "--scope", "admin", "--output", "json"])
        let printed = try JSONSerialization.jsonObject(with: Data(key.utf8)) as? [String: Any]
        let log = folder.appending(component: "service")
        service = try start(Self.executable, ["serve", "--set", "log.format=json"], output: log)
        let api = try await metadata("address", of: "API listens", in: log)
        let pages = try await metadata("address", of: "dashboard listens", in: log)
        for connection in ["publishing", "consuming"] {
            _ = try await metadata("connection", of: "\"connection\":\"\(connection)\"", in: log)
        }
        return (
            Caller(base: api, key: try #require(printed?["key"] as? String)),
            Caller(base: pages, key: nil, form: "name=ada&password=\(Self.password)&to=")
        )
    }

    func remove() async throws {
        if let service { await end(service) }
        try await tool("RABBITMQCTL", ["delete_vhost", name])
        try await tool("PSQL", ["--quiet", "--command", "drop database \"\(name)\" with (force)"])
        try FileManager.default.removeItem(at: folder)
    }

    /// What the first line of the log with these words says beside them.
    private func metadata(_ name: String, of words: String, in log: URL) async throws -> String {
        var value: String?
        let text = { try String(contentsOf: log, encoding: .utf8) }
        try await eventually("the log says \(words)", log: (try? text()) ?? "") {
            for line in try text().split(separator: "\n") where line.contains(words) {
                let told = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                value = (told?["metadata"] as? [String: String])?[name]
            }
            return value != nil
        }
        return try #require(value)
    }

    /// The executable is in the folder of the test bundle, which is a program of its own.
    private static var executable: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(component: "ExampleVerifyd")
    }

    /// Runs a tool of the services that the tests use, by the variable that names it.
    private func tool(_ variable: String, _ arguments: [String]) async throws {
        let path = try #require(ProcessInfo.processInfo.environment[variable], "\(variable) is missing")
        _ = try await run(URL(filePath: path), arguments)
    }

    /// Runs a program to its good end, and returns what it printed.
    private func run(_ program: URL, _ arguments: [String], input: String = "") async throws -> String {
        let output = folder.appending(component: UUID().uuidString)
        let process = try start(program, arguments, input: input, output: output)
        await end(process, asking: false)
        let text = try String(contentsOf: output, encoding: .utf8)
        try #require(process.terminationStatus == 0, "\(arguments): \(text)")
        return text
    }

    private func start(
        _ program: URL, _ arguments: [String], input: String = "", output: URL
    ) throws -> Process {
        let typed = folder.appending(component: UUID().uuidString)
        try Data(input.utf8).write(to: typed)
        try Data().write(to: output)
        let process = Process()
        (process.executableURL, process.arguments) = (program, arguments)
        process.environment = environment.merging(ProcessInfo.processInfo.environment) { own, _ in own }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: typed)
        let file = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (file, file)
        try process.run()
        return process
    }

    private func end(_ process: Process, asking: Bool = true) async {
        if asking { process.terminate() }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                process.waitUntilExit()
                continuation.resume()
            }
        }
    }
}

/// Waits until something is so; fails after a time that no test needs.
func eventually(
    _ what: String, log: @autoclosure () -> String = "", _ isSo: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !isSo() {
        try #require(ContinuousClock.now < end, "\(what) never came true: \(log())")
        try await ContinuousClock().sleep(for: .milliseconds(50))
    }
}
