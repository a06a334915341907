import AMQP
import Assembly
import AsyncHTTPClient
import Foundation
import NIOPosix
import PostgreSQL
import Queue
import StrictJSON
import Synchronization
import TestSupport
import Testing
import VerificationCore

/// An installation of verifyd for a single test: its database, its queues, its gateway, and an app with a key.
final class Site: Sendable {
    static let app = "demo"

    let ledger: SMSLedger
    let pool: PostgresPool
    let topology: QueueTopology
    let broker: AMQPConfiguration
    let queues: AMQPClient
    private let key: String
    let prefix: String
    /// What every command and process of this installation is told.
    private let names: [String]
    let environment: [String: String]
    /// Nobody shuts it down: a site that could not be closed would end the whole run of tests.
    private static let client = {
        // A backend with many callers has a connection for each caller.
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }()
    private let children = Mutex<[ChildProcess]>([])

    fileprivate init(_ name: String, _ ledger: SMSLedger, _ environment: [String: String], key: String) async throws {
        self.ledger = ledger
        self.environment = environment
        self.key = key
        prefix = name + "."
        names = [
            "queue.prefix=\(prefix)", "queue.retryDelays=500ms,1s,2s", "events.pauses=500ms,1s,2s", "dashboard.port=0",
        ]
        let settings = try await Settings(SettingsSources(overrides: names), environment: environment)
        topology = try settings.topology()
        var broker = try settings.broker(role: "verifyd-tests")
        broker.handshakeDeadline = .seconds(30)
        broker.rpcDeadline = .seconds(30)
        broker.callDeadline = .seconds(30)
        self.broker = broker
        queues = AMQPClient(broker)
        var database = try PostgresConfiguration(url: try variable("DATABASE_URL", in: environment))
        database.idleInTransactionTimeout = .seconds(60)
        database.callTimeout = .seconds(40)
        database.connectTimeout = .seconds(40)
        database.acquireTimeout = .seconds(40)
        pool = PostgresPool(database)
    }

    /// Different phone numbers, all of which can get SMS.
    static func phones(_ count: Int) -> [String] {
        (0..<count).map { "+49151234" + String(10_000 + $0) }
    }

    /// Starts the API and returns when it listens.
    func api(
        _ settings: [String] = [], environment: [String: String] = [:]
    ) async throws -> (process: ChildProcess, caller: APICaller) {
        let process = try start("api", settings: ["http.port=0"] + settings, environment)
        let caller = try await caller(of: process)
        try await process.says("connected to the broker", "connection", "publishing")
        return (process, caller)
    }

    /// Starts API and worker in one process.
    ///
    /// Use a short deadline with a silent gateway. Half of the deadline may pass between a claim and its call.
    func serve(
        gatewayDeadline: String = "20s", settings: [String] = []
    ) async throws -> (process: ChildProcess, caller: APICaller) {
        let process = try start(
            "serve", settings: ["http.port=0"] + gateway(ledger.url, gatewayDeadline) + settings)
        let caller = try await caller(of: process)
        try await process.says("connected to the broker", "connection", "publishing")
        try await process.says("connected to the broker", "connection", "consuming")
        return (process, caller)
    }

    /// Starts a worker and returns when it takes requests.
    ///
    /// Use a short deadline for a worker that dies in a call: other workers wait for the end of its lease.
    func worker(
        gatewayDeadline: String = "20s", url: String? = nil, prefetch: Int = 1_000, tries: Int = 6,
        settings: [String] = []
    ) async throws -> ChildProcess {
        let own = ["worker.prefetch=\(prefetch)", "worker.tries=\(tries)"]
        let process = try start("worker", settings: gateway(url ?? ledger.url, gatewayDeadline) + own + settings)
        try await process.says("connected to the broker", "connection", "consuming")
        return process
    }

    /// Starts a worker with the gateways `main` and `austria` of a settings file, and returns when it takes requests.
    func worker(config: URL) async throws {
        let process = try start("worker", settings: [], Self.listedSecrets, options: ["--config", config.path])
        try await process.says("connected to the broker", "connection", "consuming")
    }

    /// In place of the secret of a single gateway.
    static let listedSecrets = [
        "VERIFYD_GATEWAY_SECRET": "", "VERIFYD_GATEWAYS_MAIN_SECRET": "whsec_" + randomBase64(),
        "VERIFYD_GATEWAYS_AUSTRIA_SECRET": "whsec_" + randomBase64(),
    ]

    /// Starts a worker that may have reasons to take nothing yet.
    func reluctantWorker() throws -> ChildProcess {
        try start("worker", settings: gateway(ledger.url, "20s"))
    }

    private func gateway(_ url: String, _ deadline: String) -> [String] {
        ["gateway.kind=webhook", "gateway.url=\(url)", "gateway.deadline=\(deadline)"]
    }

    /// Runs a command against this installation to its end, which has to be a good one, and returns what it prints.
    func run(_ command: [String], with more: [String: String] = [:]) async throws -> JSONValue {
        let output = try await ChildProcess.run(
            try ChildProcess.executable(), arguments(command), environment: environment(with: more))
        return try JSONValue(parsing: output)
    }

    /// The same for a command that prints text for people.
    func text(_ command: [String]) async throws -> String {
        let output = try await ChildProcess.run(
            try ChildProcess.executable(), arguments(command, output: "text"), environment: environment)
        return String(decoding: output, as: UTF8.self)
    }

    /// Makes another app that sends everywhere, and returns a key of its own.
    func addApp(
        _ id: String, rules: String = "{}", _ options: [String] = [], name: String = "Shop"
    ) async throws -> String {
        _ = try await run(["apps", "add", id, "--name", name, "--regions", "all", "--rules", rules] + options)
        return try #require(try await run(["keys", "add", id, "--scope", "admin"])["key"]?.string)
    }

    /// Starts a command against this installation.
    func start(
        _ command: [String], output: String = "json", with more: [String: String] = [:]
    ) throws -> ChildProcess {
        let process = try ChildProcess.start(
            arguments(command, output: output), environment: environment(with: more))
        children.withLock { $0.append(process) }
        return process
    }

    private func arguments(_ command: [String], output: String = "json") -> [String] {
        command + names.flatMap { ["--set", $0] } + ["--output", output]
    }

    /// An empty value takes a variable away.
    private func environment(with more: [String: String]) -> [String: String] {
        environment.merging(more) { $1 }.filter { !$0.value.isEmpty }
    }

    /// Starts a process of this installation and does not wait for anything.
    func start(
        _ command: String, settings: [String], _ more: [String: String] = [:], options: [String] = []
    ) throws -> ChildProcess {
        let common = names + ["database.connections=4", "log.format=json"]
        let process = try ChildProcess.start(
            [command] + (common + settings).flatMap { ["--set", $0] } + options, environment: environment(with: more))
        children.withLock { $0.append(process) }
        return process
    }

    func caller(of process: ChildProcess) async throws -> APICaller {
        let address = try await process.says("API listens")?["address"]?.string
        return APICaller(
            base: try #require(address), admin: try await operatorCaller(of: process).base, key: key,
            client: Self.client)
    }

    /// A caller for the admin pages of a process of any role.
    ///
    /// `words`: the log message with which the process says where it listens.
    func operatorCaller(
        of process: ChildProcess, words: String = "admin listens"
    ) async throws -> OperatorCaller {
        let address = try await process.says(words)?["address"]?.string
        return OperatorCaller(base: try #require(address), client: Self.client)
    }

    /// Stops all processes, the youngest first, and expects that each process ends well.
    func stop() async throws {
        for child in children.withLock({ $0.reversed() }) { try await child.stop() }
    }

    /// Stops all processes, and expects that the queues hold nothing but so many dead messages.
    ///
    /// A request that a worker took and did not settle is in its queue again when the worker has ended.
    func expectDrained(dead: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("all requests are settled") { try await self.isQuiet() }
        try await stop()
        let waiting = try await waiting()
        #expect(waiting == 0, "left in the queues", sourceLocation: sourceLocation)
        let buried = try await self.dead()
        #expect(buried == dead, "in the dead-letter queue", sourceLocation: sourceLocation)
    }

    /// Whether no request waits in a queue, and no worker has a request in hand.
    ///
    /// It looks twice, because a request may be on its way from the broker to a worker.
    func isQuiet() async throws -> Bool {
        guard try await isQuietNow() else { return false }
        return try await isQuietNow()
    }

    private func isQuietNow() async throws -> Bool {
        guard try await waiting() == 0 else { return false }
        for child in children.withLock({ $0 }) where ["worker", "serve"].contains(child.name) && !child.hasEnded {
            let metrics = try await operatorCaller(of: child).page("/metrics").body
            guard metrics.contains("\nverifyd_requests_in_hand 0\n") else { return false }
        }
        return true
    }

    /// Starts worker after worker until the queues are empty, because a stopped worker may leave requests in the retry
    /// queues.
    func expectDrainedInTheEnd(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 1...5 {
            try await stop()
            if try await waiting() == 0 { break }
            _ = try await worker()
            try await eventually("all requests are settled") { try await self.isQuiet() }
        }
        try await expectDrained(sourceLocation: sourceLocation)
    }

    /// How many requests are ready for a worker, now or after a time in a retry queue.
    ///
    /// It counts the queue of requests last, because a request that leaves its retry queue meanwhile goes there.
    func waiting() async throws -> Int {
        var count = 0
        for queue in topology.retryQueues + [topology.requests] {
            count += try await queues.inspect(queue: queue)?.messages ?? 0
        }
        return count
    }

    /// How many dead messages there are.
    func dead() async throws -> Int {
        try await queues.inspect(queue: topology.dead)?.messages ?? 0
    }

    fileprivate func close(leavingQueues: Bool) async throws {
        // This also ends a process that a test has frozen.
        for child in children.withLock({ $0 }) { try await child.kill() }
        if !leavingQueues {
            for queue in topology.queues { try await queues.delete(queue: queue) }
        }
        await queues.close()
        pool.close()
        try await ledger.close()
        expectNoSecrets()
    }

    /// What each process has written so far, to its log and to its standard output.
    var logs: [(name: String, text: String)] { children.withLock { $0.map { ($0.name, $0.log) } } }

    /// Expects that no log echoes these texts of a stranger.
    func expectNotLogged(_ texts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for child in children.withLock({ $0 }) {
            let log = child.log
            #expect(
                !texts.contains { log.contains($0) }, "\(child.name) echoes a stranger", sourceLocation: sourceLocation)
        }
    }

    /// Expects that no log tells a phone number, a code, a key or a password.
    private func expectNoSecrets() {
        let passwords = ["AMQP_URL", "DATABASE_URL"].compactMap { URL(string: environment[$0] ?? "")?.password() }
        let secrets = passwords + [key] + ledger.calls.flatMap { [$0.phone, "\"\($0.code)\"", " \($0.code)"] }
        for child in children.withLock({ $0 }) {
            let log = child.log
            #expect(!secrets.contains { log.contains($0) }, "\(child.name) tells a secret")
        }
    }
}

/// Runs a test on an installation of its own, and removes the installation afterwards, also if the test fails.
///
/// `rules`: the app's rules, as JSON. `gatewayIsOpen`: whether the gateway takes connections from the beginning.
/// `brokers`: URLs in place of the broker's that all tests share.
///
/// A test that restarts the broker leaves its queues. RabbitMQ starts a helper for each queue with at-least-once
/// dead-lettering. When such a queue is deleted while its helper starts, the supervisor of all helpers can give up.
/// Then no such queue comes up any more until the next restart (rabbitmq-server issue 16652).
func withSite(
    rules: String = "{}", regions: String = "all", gatewayIsOpen isOpen: Bool = true, leavingQueues: Bool = false,
    brokers: String? = nil, _ test: (Site) async throws -> Void
) async throws {
    let name = "e2e-\(UInt32.random(in: 0 ... .max))"
    try await withDatabase(name) { databaseURL in
        let environment = try environment(databaseURL).merging(brokers.map { ["AMQP_URL": $0] } ?? [:]) { $1 }
        let ledger = try SMSLedger()
        if isOpen { try await ledger.open() }
        let site = try await Site(name, ledger, environment, key: try await foundApp(rules, regions, environment))
        try await withCleanUp {
            try await test(site)
        } cleanUp: {
            try await site.close(leavingQueues: leavingQueues)
        }
    }
}

/// Makes the tables, an app, and its key, as an operator does.
private func foundApp(_ rules: String, _ regions: String, _ environment: [String: String]) async throws -> String {
    let verifyd = try ChildProcess.executable()
    for arguments in [
        ["migrate"], ["apps", "add", Site.app, "--name", "Demo", "--regions", regions, "--rules", rules],
    ] {
        _ = try await ChildProcess.run(verifyd, arguments, environment: environment)
    }
    let output = try await ChildProcess.run(
        verifyd, ["keys", "add", Site.app, "--scope", "admin", "--output", "json"], environment: environment)
    return try #require(try JSONValue(parsing: output)["key"]?.string)
}

private func environment(_ databaseURL: String) throws -> [String: String] {
    let ours = ProcessInfo.processInfo.environment
    return [
        "PATH": try variable("PATH", in: ours), "AMQP_URL": try variable("AMQP_URL", in: ours),
        "DATABASE_URL": databaseURL, "VERIFYD_CODE_KEYS": "test:" + randomBase64(),
        "VERIFYD_GATEWAY_SECRET": "whsec_" + randomBase64(),
    ]
}

private func randomBase64() -> String {
    Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
}

private func variable(_ name: String, in environment: [String: String]) throws -> String {
    try #require(environment[name], #"\#(name) is needed: eval "$(deploy/services env)""#)
}

/// Makes a database, and drops it again.
///
/// It does not drop by force: the tests' user may not end the server's own cleaner. PostgreSQL waits a little for other
/// connections to leave.
func withDatabase(_ name: String, _ body: (_ url: String) async throws -> Void) async throws {
    let url = try variable("DATABASE_URL", in: ProcessInfo.processInfo.environment)
    var own = try #require(URLComponents(string: url))
    own.path = "/" + name
    var configuration = try PostgresConfiguration(url: url)
    configuration.connectTimeout = .seconds(40)
    configuration.acquireTimeout = .seconds(40)
    let pool = PostgresPool(configuration)
    defer { pool.close() }
    let patience = Duration.seconds(60)
    try await pool.query("create database \(identifier: name)", deadline: .now + patience)
    try await withCleanUp {
        try await body(try #require(own.string))
    } cleanUp: {
        try await pool.query("drop database \(identifier: name)", deadline: .now + patience)
    }
}
