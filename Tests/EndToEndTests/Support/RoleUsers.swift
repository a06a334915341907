import AMQP
import Foundation
import PostgreSQL
import Queue
import TestSupport
import Testing

/// The users of `deploy/postgres` and `deploy/rabbitmq`, under names of their own, for a single test.
struct RoleUsers: Sendable {
    enum Role: String, CaseIterable {
        case api, worker, dashboard, identity, `operator`, scaler

        /// The scaler asks the broker alone.
        static let ofDatabase = allCases.filter { $0 != .scaler }
    }

    private let prefix = "e2e-\(UInt32.random(in: 0 ... .max))"
    private let password = UUID().uuidString

    /// Makes the users, and removes them at the end, also if `body` fails; a site must live inside, not outside.
    ///
    /// The users of the database come from `roles.sql`. Those of the broker come with the site's queues: see `installQueues`.
    static func with(_ body: (RoleUsers) async throws -> Void) async throws {
        let users = RoleUsers()
        let url = try TestVariable.value(of: "DATABASE_URL")
        try await users.psql("roles.sql", url)
        let pool = PostgresPool(try PostgresConfiguration(url: url))
        defer { pool.close() }
        let result = await Result.catching {
            for role in Role.ofDatabase {
                let name = users.name(role)
                try await pool.query("alter role \(identifier: name) password '\(unsafeRaw: users.password)'")
            }
            try await body(users)
        }
        for role in Role.allCases {
            try await pool.query("drop role if exists \(identifier: users.name(role))")
            _ = try? await users.rabbitmqctl(["delete_user", users.name(role)])
        }
        try result.get()
    }

    func name(_ role: Role) -> String { "\(prefix)-\(role.rawValue)" }

    /// What a process is told, so that it signs in as the role's user.
    func environment(_ role: Role, at site: Site) throws -> [String: String] {
        ["DATABASE_URL": try databaseURL(role, at: site), "AMQP_URL": try brokerURL(role)]
    }

    func databaseURL(_ role: Role, at site: Site) throws -> String {
        try url(try #require(site.environment["DATABASE_URL"]), of: role)
    }

    func brokerURL(_ role: Role) throws -> String { try url(TestVariable.value(of: "AMQP_URL"), of: role) }

    /// Installs the queues and the broker's users, before any process has made a queue.
    func installQueues(at site: Site) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: prefix)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for role in Role.allCases { try Data(password.utf8).write(to: folder.appending(component: role.rawValue)) }
        let names = Role.allCases.flatMap { ["--user", "\($0.rawValue)=\(name($0))"] }
        let definitions = try await ChildProcess.run(
            Self.deploy.appending(path: "rabbitmq/definitions.py"),
            ["--vhost", "/", "--prefix", site.prefix, "--retry-delays", "500ms,1s,2s", "--pauses", "500ms,1s,2s"]
                + ["--passwords", folder.path] + names,
            environment: ProcessInfo.processInfo.environment)
        let file = folder.appending(component: "definitions.json")
        try Data(definitions).write(to: file)
        _ = try await rabbitmqctl(["import_definitions", file.path])
        // RabbitMQ says that it may still be at it.
        try await eventually("the last queue is there") {
            try await site.queues.inspect(queue: site.topology.dead) != nil
        }
    }

    /// Gives the database's users their rights, as an operator does after every migration.
    func grant(at site: Site) async throws {
        try await psql("grants.sql", try #require(site.environment["DATABASE_URL"]))
    }

    private func psql(_ file: String, _ url: String) async throws {
        let owner = try #require(URLComponents(string: url)?.user)
        let names = ["migrate=\(owner)"] + Role.ofDatabase.map { "\($0.rawValue)=\(name($0))" }
        let path = Self.deploy.appending(path: "postgres/\(file)").path
        _ = try await ChildProcess.run(
            URL(filePath: "/usr/bin/psql"), ["--no-psqlrc", "--file", path] + names.flatMap { ["--set", $0] } + [url],
            environment: ProcessInfo.processInfo.environment)
    }

    private func rabbitmqctl(_ arguments: [String]) async throws -> [UInt8] {
        try await ChildProcess.run(
            URL(filePath: try TestVariable.value(of: "RABBITMQCTL")), ["--quiet"] + arguments,
            environment: ProcessInfo.processInfo.environment)
    }

    private func url(_ text: String, of role: Role) throws -> String {
        var url = try #require(URLComponents(string: text))
        url.user = name(role)
        url.password = password
        return try #require(url.string)
    }

    private static var deploy: URL {
        var root = URL(filePath: #filePath)
        for _ in 1...4 { root.deleteLastPathComponent() }
        return root.appending(component: "deploy")
    }
}
