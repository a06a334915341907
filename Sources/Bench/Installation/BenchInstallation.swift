import AMQP
import Assembly
import Foundation
import Queue
import Store
import VerificationCore

/// Queues, a schema, keys and an app of its own, for a single measurement.
package struct BenchInstallation: Sendable {
    let adapters: Adapters
    let app: AppID
    let keys: KeyRing
    /// With the names of its own queues and schema.
    let settings: Settings
    /// The path of an empty settings file, for the processes of this installation.
    ///
    /// Otherwise they would find the operator's, with gateways that are not for a measurement.
    let emptyFile: String
    private let schema: ScratchSchema

    /// Connects to nothing yet; throws `SettingsError` when a setting is missing or wrong.
    package init(_ settings: Settings) throws {
        let name = "bench_" + String(UInt32.random(in: .min ... .max), radix: 36)
        let secret = "bench:" + Self.secret()
        self.settings = try settings.inSchema(name).setting(QueueSettings.prefix, to: name + ".")
            .setting(CodeSettings.keys, to: secret)
        guard let app = AppID("bench") else { throw SettingsError("no app") }
        self.app = app
        adapters = try Adapters(self.settings, role: "verifyd-bench")
        emptyFile = FileManager.default.temporaryDirectory.appending(component: name + ".yaml").path
        schema = ScratchSchema(name, in: adapters.pool)
        keys = try KeyRing(secret)
    }

    /// Makes everything, measures, and then removes its queues and its schema, also after a failure.
    func use<Report: Sendable>(
        _ history: History, _ measure: () async throws -> Report
    ) async throws -> Report {
        try await run {
            try await make(history)
            return try await measure()
        } afterwards: {
            await remove()
        }
    }

    private func make(_ history: History) async throws {
        try Data().write(to: URL(filePath: emptyFile))
        try await schema.make()
        try await AppRegistry(pool: adapters.pool).save(
            App(id: app, displayName: "verifyd bench", rules: Self.rules))
        try await history.make(in: adapters)
    }

    private func remove() async {
        await removeQueues()
        // If something cannot be removed, the result is still right.
        try? await schema.drop()
        try? FileManager.default.removeItem(atPath: emptyFile)
        adapters.close()
    }

    /// A new key with which a backend may start verifications.
    func makeKey() async throws -> APIKey {
        let key = APIKey(random: Machine.randomBytes(32))
        _ = try await AppRegistry(pool: adapters.pool).add(key.hash, to: app, label: "bench")
        return key
    }

    /// The environment of another process of this installation; it has this process's variables for libpq and the like.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("VERIFYD_") }
        return inherited.merging(settings.variables) { $1 }.merging(more) { $1 }
    }

    /// 32 random bytes in Base64.
    static func secret() -> String {
        Data(Machine.randomBytes(32)).base64EncodedString()
    }

    /// Limits of every kind, so that PostgreSQL counts each; no measurement reaches any of them.
    private static var rules: SendingRules {
        let wide = RateLimit(1_000_000, per: .seconds(1))
        return SendingRules(sendsPerIP: [wide], sendsPerPrefix: [wide], sendsPerApp: [wide], regions: .all)
    }

    private func removeQueues() async {
        let client = AMQPClient(adapters.broker.configuration)
        // If a queue cannot be deleted, the result is still right.
        for queue in adapters.broker.topology.queues { _ = try? await client.delete(queue: queue) }
        await client.close()
    }
}

/// What an installation that has run for some time holds, and a new one does not.
package struct History: Sendable, Hashable {
    /// A new installation.
    package static let none = History(days: 0, sessions: 0)

    /// How many days before today have partitions.
    package let days: Int
    /// How many sessions of other people lie in those days, as many in each.
    package let sessions: Int

    package init(days: Int, sessions: Int) {
        self.days = days
        self.sessions = sessions
    }

    /// Writes it into an empty schema; ten million sessions take minutes.
    func make(in adapters: Adapters) async throws {
        guard days > 0 else { return }
        try await PostgresMaintenance(pool: adapters.pool).makePartitions(back: days)
        guard sessions > 0 else { return }
        try await PastSessions(pool: adapters.pool).save(sessions, over: days)
    }
}
