import Connections
import Logging
import Operations
import PostgreSQL
import Queue
import ServiceLifecycle
import Store
import VerificationCore

/// Looks at an installation as the dashboard does, for a command: it asks the same, and judges by the same rules.
///
/// Like a dashboard that has just started, it knows of no earlier look.
package struct InstallationWatch: Sendable {
    /// Between two looks; a dashboard looks as often while nobody looks at it.
    private static let pause = Duration.seconds(5)
    /// The first look also opens the connections, and each question has a deadline of its own.
    private static let patience = Duration.seconds(5)

    private let pool: PostgresPool
    private let probe: AMQPBrokerProbe
    private let clock: StoreClock
    private let watch: SituationWatch

    /// Connects to nothing yet; `role` is the connections' name in the broker's and the database's lists.
    package init(_ settings: Settings, role: String) throws {
        var database = try settings.database(role: role)
        database.maximumConnections = Counts.mostQuestionsAtOnce + 1
        database.statementTimeout = .seconds(2)
        let (pool, clock) = (PostgresPool(database), StoreClock(host: Machine.now))
        probe = AMQPBrokerProbe(try settings.broker(role: role), topology: try settings.topology())
        let queries = CachedQueries(
            broker: probe, workers: PostgresWorkerRegistry(pool: pool), audit: PostgresAudit(pool: pool),
            tallies: PostgresTallies(pool: pool), marks: PostgresAcknowledgements(pool: pool),
            blocks: PostgresBlocks(pool: pool), patience: Self.patience, now: { clock.now })
        watch = SituationWatch(queries, gatewayList: try settings.gatewayList, now: { clock.now })
        (self.pool, self.clock) = (pool, clock)
    }

    /// Lets `body` look, and closes the connections afterwards.
    package func use<Value>(_ body: (InstallationWatch) async throws -> Value) async rethrows -> Value {
        let connection = Task { await probe.run() }
        defer {
            connection.cancel()
            pool.close()
        }
        return try await body(self)
    }

    /// What is known now, and what it means.
    package func look() async -> Overview {
        await learnTime()
        return await watch.look()
    }

    /// The same after half a minute of looks, so that every rule judges as in a dashboard that runs.
    package func lookForHalfAMinute() async -> Overview {
        let begun = ContinuousClock.now
        var overview = await look()
        while ContinuousClock.now - begun < Lately.shortest + Self.pause {
            await ConnectionLoop.rest(for: Self.pause)
            overview = await look()
        }
        return overview
    }

    /// Looks every five seconds until SIGTERM, SIGINT or SIGHUP, and hands over each look with the one before it.
    package func follow(_ hear: @escaping @Sendable (_ overview: Overview, _ last: Overview?) -> Void) async throws {
        let looks = UntilShutdown {
            var last: Overview?
            while !Task.isCancelled {
                let overview = await look()
                // A look that the signal has cut short says nothing.
                if Task.isCancelled { return }
                hear(overview, last)
                last = overview
                await ConnectionLoop.rest(for: Self.pause)
            }
        }
        let service = ServiceGroupConfiguration.ServiceConfiguration(
            service: looks, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "watch")
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [service], gracefulShutdownSignals: VerifydProcess.stopSignals,
                // The command's output is what it saw, and no log.
                logger: Logger(label: "verifyd-status") { _ in SwiftLogNoOpLogHandler() })
        ).run()
    }

    /// Rules compare times of the database, and this machine's clock may be wrong.
    private func learnTime() async {
        guard clock.offset == nil else { return }
        do {
            // Opens the connection, so that what follows takes the time of a question alone.
            try await pool.ping()
            let asked = ContinuousClock.now
            let time: Timestamp = try await pool.read("select clock_timestamp()").value()
            clock.learn(time, askedAt: asked, answeredAt: .now)
        } catch {
            // The look that follows meets the same trouble, and tells it.
        }
    }
}
