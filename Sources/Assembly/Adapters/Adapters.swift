import AMQP
import Logging
import Metrics
import PhoneNumbers
import PostgreSQL
import RequestQueue
import SessionStore
import Telemetry
import VerificationCore
import VerificationWorker

/// What every process plugs into the ports of its services, made from the settings; nothing is connected yet.
package struct Adapters: Sendable {
    let settings: Settings
    /// Under the name of the process.
    package let logger: Logger
    let metrics: PrometheusRegistry
    /// One pool for everything that the process asks the database.
    package let pool: PostgresPool
    /// Where the broker is.
    package let broker: AMQPConfiguration
    /// What the queues of this installation are called.
    package let topology: QueueTopology
    let store: PostgresVerificationStore
    let apps: PostgresAppDirectory
    /// Holds work back while the database is away or does not fit this program.
    let gate: StoreGate
    /// Stamps every time that another process compares with the database's.
    let clock: StoreClock

    /// Connects to nothing yet.
    ///
    /// `role` is what the connections are called in the broker's and the database's lists. A `schema` takes the place of
    /// the usual one, for work that must leave nothing behind.
    package init(_ settings: Settings, role: String, schema: String? = nil) throws {
        self.settings = settings
        logger = try Self.bootstrapLogging(settings, label: role)
        metrics = Self.bootstrapMetrics
        let database = try settings.database(role: role, schema: schema)
        pool = PostgresPool(database)
        broker = try settings.broker(role: role)
        topology = try settings.topology()
        store = PostgresVerificationStore(pool: pool)
        clock = StoreClock(host: Machine.now)
        apps = PostgresAppDirectory(pool: pool, configuration: database, clock: clock, logger: logger)
        gate = StoreGate(store: store, logger: logger)
    }

    /// Closes the connections to the database.
    package func close() { pool.close() }

    var phones: LibPhoneNumber { LibPhoneNumber() }

    /// The database's time, as far as this process knows it.
    var now: @Sendable () -> Timestamp { { [clock] in clock.now } }

    /// For libraries that log what verifyd logs already in its own words.
    var quietLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }

    private static let bootstrapMetrics: PrometheusRegistry = {
        let registry = PrometheusRegistry(help: MetricHelp.texts)
        MetricsSystem.bootstrap(registry)
        return registry
    }()

    private static func bootstrapLogging(_ settings: Settings, label: String) throws -> Logger {
        let level = try settings.value(of: LogSettings.level)
        let format = try settings.valueIfSet(of: LogSettings.format) ?? .forStandardError
        return Logger(label: label) { LineLogHandler(label: $0, level: level, format: format) }
    }
}
