import AMQP
import Connections
import GatewayKit
import Gateways
import Logging
import PostgreSQL
import Queue
import Store
import Telemetry
import VerificationCore
import Verifications

extension Settings {
    /// The database's address, and time limits for a process that must answer within two seconds.
    ///
    /// `role` is the connections' name in the database's list.
    package func database(role: String) throws -> PostgresConfiguration {
        let plaintext = try value(of: DatabaseSettings.allowPlaintext)
        let url = try value(of: DatabaseSettings.url)
        var database: PostgresConfiguration
        do throws(PostgresError) {
            database = try PostgresConfiguration(url: url, allowPlaintext: plaintext)
        } catch {
            throw SettingsError("database.url: \(error.context)")
        }
        database.applicationName = role
        database.planForLookupsByKey()
        // No transaction of ours holds a row for so long. A call that meets a longer lock fails, and other calls go on.
        database.lockTimeout = .milliseconds(500)
        database.maximumConnections = try value(of: DatabaseSettings.connections)
        return database
    }

    /// The same with longer time limits, for a command.
    package func patientDatabase(role: String) throws -> PostgresConfiguration {
        var database = try database(role: role)
        database.connectTimeout = .seconds(10)
        database.lockTimeout = .seconds(5)
        database.acquireTimeout = .seconds(10)
        database.callTimeout = .seconds(15)
        return database
    }

    /// The broker's address, and how to connect; `role` is the connections' name in the broker's list.
    package func broker(role: String) throws -> AMQPConfiguration {
        let plaintext = try value(of: AMQPSettings.allowPlaintext)
        let urls = try value(of: AMQPSettings.url)
        var broker: AMQPConfiguration
        do throws(AMQPError) {
            broker = try AMQPConfiguration(urls: urls, allowPlaintext: plaintext)
        } catch {
            throw SettingsError("amqp.url: \(error.context)")
        }
        broker.connectionName = role
        broker.caFile = try valueIfSet(of: AMQPSettings.caFile)
        return broker
    }

    /// The names of this installation's queues, and how long each retry queue holds a request.
    package func topology() throws -> QueueTopology {
        QueueTopology(
            prefix: try value(of: QueueSettings.prefix), retrySchedule: try value(of: QueueSettings.retrySchedule),
            eventSchedule: try value(of: EventSettings.pauses))
    }
}

extension Settings {
    /// To which addresses events may go, and through which proxy.
    package var eventReach: EventReach {
        get throws(SettingsError) {
            EventReach(
                allowsPrivateAddresses: try value(of: EventSettings.allowPrivateAddresses),
                proxy: try valueIfSet(of: EventSettings.way.proxy))
        }
    }

    /// What posts events.
    package var eventCaller: HTTPEventCaller {
        get throws(SettingsError) {
            HTTPEventCaller(reach: try eventReach, trust: try way(EventSettings.way).trust, now: Machine.now)
        }
    }
}

extension Settings {
    /// The gateways whose providers call with receipts, by their names.
    package func receiptSources() throws(SettingsError) -> [String: ReceiptIntake.Source] {
        // An API without receipts starts without a gateway.
        guard isSet(ReceiptSettings.url) else { return [:] }
        var sources: [String: ReceiptIntake.Source] = [:]
        for described in gateways {
            let provider = try provider(of: described)
            guard let url = try receiptsURL(of: described),
                case .calls(_, let reader) = try provider.receipts(with: values(of: described))
            else { continue }
            sources[described.name ?? provider.kind] = ReceiptIntake.Source(url: url, reader: try reader())
        }
        return sources
    }
}

extension Settings {
    /// What sends the spans of a process; nil when nothing is to be sent.
    func spanExporter(role: String, logger: Logger) throws(SettingsError) -> SpanExporter? {
        guard let endpoint = try valueIfSet(of: TraceSettings.endpoint) else { return nil }
        var settings = SpanExportSettings(url: endpoint.traces)
        settings.way = try way(TraceSettings.way)
        settings.headers = try valueIfSet(of: TraceSettings.headers)?.fields.map { ($0.name, $0.value) } ?? []
        let own = [
            ("service.name", try valueIfSet(of: TraceSettings.service) ?? role), ("service.namespace", "verifyd"),
            ("service.version", ProgramVersion.full),
            ("service.instance.id", "\(role)@\(Machine.hostName):\(Machine.processID)"),
            ("host.name", Machine.hostName),
            ("telemetry.sdk.name", "verifyd"), ("telemetry.sdk.language", "swift"),
            ("telemetry.sdk.version", ProgramVersion.full),
        ]
        // OpenTelemetry's order: the service's name of its own setting wins, and what else the operator says wins over
        // what the program knows.
        let said = try valueIfSet(of: TraceSettings.attributes)?.fields.map { ($0.name, $0.value) } ?? []
        let isNamed = isSet(TraceSettings.service)
        let taken = said.filter { !(isNamed && $0.0 == "service.name") }
        settings.resource = own.filter { name, _ in !taken.contains { $0.0 == name } } + taken
        return SpanExporter(settings, now: Machine.now, logger: logger)
    }

    /// Begins the spans of a process; off without an exporter.
    func tracer(_ exporter: SpanExporter?) throws(SettingsError) -> Tracer {
        guard let exporter else { return .off }
        return Tracer(
            ratio: try value(of: TraceSettings.ratio), now: Machine.nanoseconds, random: Machine.random,
            take: exporter.take)
    }
}
