import AMQP
import Foundation
import Languages
import Logging
import Metrics
import PhoneNumbers
import PostgreSQL
import RequestQueue
import SessionStore
import Telemetry
import VerificationCore

/// The adapters that every process has, made from the settings; nothing is connected yet.
struct Platform: Sendable {
    let settings: Settings
    let logger: Logger
    let metrics: PrometheusRegistry
    let database: PostgresConfiguration
    let pool: PostgresPool
    let broker: AMQPConfiguration
    let topology: QueueTopology
    /// By which everything is stamped that another process compares with the database's time.
    let clock = StoreClock(host: Platform.now)

    /// `role`: what the connections are called in the broker's and the database's lists.
    init(_ settings: Settings, role: String) throws {
        self.settings = settings
        logger = try Self.bootstrapLogging(settings, label: role)
        metrics = Self.bootstrapMetrics
        database = try Self.database(settings, role: role)
        pool = PostgresPool(database)
        broker = try Self.broker(settings, role: role)
        topology = QueueTopology(prefix: try settings.text(.queuePrefix), ladder: try settings.ladder())
    }

    var phones: LibPhoneNumber { LibPhoneNumber() }

    /// Writes from the texts that come with the program.
    static func writer() throws -> MessageWriter {
        MessageWriter(catalog: try .embedded(languages: ICULanguageData()))
    }

    /// For libraries whose news are ours already, under our own words.
    var quietLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }

    /// `schema` takes the place of the usual one, for work that must leave nothing behind.
    static func database(_ settings: Settings, role: String, schema: String? = nil) throws -> PostgresConfiguration {
        let plaintext = try settings.truth(.databaseAllowPlaintext)
        var url = try settings.text(.databaseURL)
        if let schema { url += (url.contains("?") ? "&" : "?") + "options=-csearch_path%3D" + schema }
        var database: PostgresConfiguration
        do throws(PostgresError) {
            database = try PostgresConfiguration(url: url, allowPlaintext: plaintext)
        } catch {
            throw SettingsProblem("database.url: \(error.context)")
        }
        database.applicationName = role
        database.planForLookupsByKey()
        // Longer than any of our transactions holds a row; whoever meets a longer lock stands aside for the others.
        database.lockTimeout = .milliseconds(500)
        database.maximumConnections = try settings.number(.databaseConnections)
        return database
    }

    /// The same for a command, which may wait where a server must answer in two seconds.
    static func patientDatabase(_ settings: Settings, role: String) throws -> PostgresConfiguration {
        var database = try database(settings, role: role)
        database.connectTimeout = .seconds(10)
        database.lockTimeout = .seconds(5)
        database.acquireTimeout = .seconds(10)
        database.callTimeout = .seconds(15)
        return database
    }

    static func broker(_ settings: Settings, role: String) throws -> AMQPConfiguration {
        let plaintext = try settings.truth(.amqpAllowPlaintext)
        let urls = try settings.text(.amqpURL)
        var broker: AMQPConfiguration
        do throws(AMQPError) {
            broker = try AMQPConfiguration(urls: urls, allowPlaintext: plaintext)
        } catch {
            throw SettingsProblem("amqp.url: \(error.context)")
        }
        broker.connectionName = role
        broker.caFile = settings.optionalText(.amqpCAFile)
        return broker
    }

    private static let bootstrapMetrics: PrometheusRegistry = {
        let registry = PrometheusRegistry(help: MetricHelp.texts)
        MetricsSystem.bootstrap(registry)
        return registry
    }()

    private static func bootstrapLogging(_ settings: Settings, label: String) throws -> Logger {
        let (level, format) = (try settings.logLevel(), try settings.logFormat())
        return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format) }
    }

    /// 64 bits of the system's generator, which is fit for secrets.
    @Sendable static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    @Sendable static func now() -> Timestamp { .now }
}
