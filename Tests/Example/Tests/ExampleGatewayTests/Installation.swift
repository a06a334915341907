import Foundation
import Testing

/// A database, a virtual host of the broker, and a settings file of the executable's own.
final class Installation {
    private static let password = "night-shift-of-the-example"

    private let name = "example-\(UInt32.random(in: 0 ... .max))"
    private let folder: URL
    private let environment: [String: String]
    private var service: Process?
    private var others: [Process] = []

    /// With a gateway of Example SMS that sends to this URL.
    convenience init(sending url: String) async throws {
        try await self.init(
            """
            receipts: {url: "https://verify.example"}
            gateways: [{name: main, kind: example-sms, url: "\(url)", token: t0ken, receiptsToken: t0ken-of-receipts}]
            """)
    }

    /// With these settings, and ports that the system chooses.
    init(_ settings: String) async throws {
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
        http: {port: 0}
        admin: {port: 0}
        dashboard: {port: 0}
        \(settings)
        """.write(to: folder.appending(component: "verifyd.yaml"), atomically: true, encoding: .utf8)
        try await tool("PSQL", ["--quiet", "--command", "create database \"\(name)\""])
        try await tool("RABBITMQCTL", ["add_vhost", name])
        try await tool("RABBITMQCTL", ["set_permissions", "-p", name, try #require(broker.user), ".*", ".*", ".*"])
    }

    /// Sets everything up, starts the service, and returns callers of its API and of its pages.
    func serve(after commands: [[String]] = []) async throws -> (api: Caller, pages: Caller) {
        let usual = [
            ["migrate"], ["apps", "add", "demo", "--name", "Demo", "--regions", "all"],
            ["operators", "add", "ada", "--role", "operator", "--password-stdin"],
        ]
        for command in usual + commands {
            _ = try await run(Self.executable("ExampleVerifyd"), command, input: Self.password + "\n")
        }
        let key = try await key(of: "demo", scope: "admin")
        let log = folder.appending(component: "service")
        service = try start(Self.executable("ExampleVerifyd"), ["serve", "--set", "log.format=json"], output: log)
        let api = try await metadata("address", of: "API listens", in: log)
        let pages = try await metadata("address", of: "dashboard listens", in: log)
        for connection in ["publishing", "consuming"] {
            _ = try await metadata("connection", of: "\"connection\":\"\(connection)\"", in: log)
        }
        return (
            Caller(base: api, key: key),
            Caller(base: pages, key: nil, form: "name=ada&password=\(Self.password)&to=")
        )
    }

    /// Makes a key of an app.
    func key(of app: String, scope: String) async throws -> String {
        try #require(try await print("keys", "add", app, "--scope", scope)["key"] as? String)
    }

    /// Runs a command of verifyd, and returns the members of what it printed.
    @discardableResult
    func print(_ command: String...) async throws -> [String: Any] {
        let printed = try await run(Self.executable("ExampleVerifyd"), command + ["--output", "json"])
        return try #require(try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any], "\(printed)")
    }

    /// The address of a surface of the running service, by the words of the log.
    func address(of words: String) async throws -> String {
        try await metadata("address", of: words, in: folder.appending(component: "service"))
    }

    /// Starts another executable of this package, and returns what its log says behind `words`.
    func serve(_ name: String, with settings: [String: String], until words: String) async throws -> String {
        let log = folder.appending(component: name)
        others.append(try start(Self.executable(name), [], output: log, with: settings))
        var told: Substring?
        try await eventually("\(name) says \(words)", log: (try? String(contentsOf: log, encoding: .utf8)) ?? "") {
            told = try String(contentsOf: log, encoding: .utf8).components(separatedBy: words).dropFirst().first?
                .prefix { !$0.isNewline }
            return told != nil
        }
        return String(try #require(told))
    }

    /// Ends the service, and leaves everything else.
    func stopService() async {
        if let service { await end(service) }
        service = nil
    }

    func remove() async throws {
        await stopService()
        for process in others { await end(process) }
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
    private static func executable(_ name: String) -> URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(component: name)
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
        _ program: URL, _ arguments: [String], input: String = "", output: URL, with settings: [String: String] = [:]
    ) throws -> Process {
        let typed = folder.appending(component: UUID().uuidString)
        try Data(input.utf8).write(to: typed)
        try Data().write(to: output)
        let process = Process()
        (process.executableURL, process.arguments) = (program, arguments)
        process.environment = environment.merging(ProcessInfo.processInfo.environment) { own, _ in own }
            .merging(settings) { $1 }
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
