import ConnectionSupport

/// Hears what other sessions say with `NOTIFY`, on a connection of its own.
///
/// The server keeps no notifications for a listener that is away. So the listener yields `listening` every time it
/// begins to hear, and the owner of a cache then reads its data again.
package struct PostgresListener: Sendable {
    /// What happened to a listener.
    package enum Event: Sendable {
        /// From here on notifications arrive; earlier notifications may be lost.
        case listening
        case notification(channel: String, payload: String)
        /// The connection broke or could not be opened; yielded once, while the listener goes on trying.
        case lost(PostgresError)
    }

    private let configuration: PostgresConfiguration
    private let channels: [String]
    private let heartbeat: Duration

    /// Connects nowhere yet; `events()` does.
    ///
    /// - Parameters:
    ///   - configuration: `callTimeout` is how long the listener waits for the answer to a heartbeat.
    ///   - channels: the plain names, without quotes.
    ///   - heartbeat: how long the listener waits before it asks the server again for a sign of life.
    package init(_ configuration: PostgresConfiguration, channels: [String], heartbeat: Duration = .seconds(10)) {
        self.configuration = configuration
        self.channels = channels
        self.heartbeat = heartbeat
    }

    /// Listens until the stream is dropped or the task that reads it is cancelled; each call has a connection of its
    /// own.
    ///
    /// At most 1,024 events wait for a slow reader. When older events are dropped, `listening` follows.
    package func events() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { events in
            let task = Task(executorPreference: NearExecutor.shared) { await self.run(events) }
            events.onTermination = { _ in task.cancel() }
        }
    }

    private func run(_ events: AsyncStream<Event>.Continuation) async {
        let connector = PostgresConnector(configuration)
        var failures = 0
        while !Task.isCancelled {
            do throws(PostgresError) {
                let (connection, signals) = try await connect(connector)
                events.yield(.listening)
                failures = 0
                try await forward(signals, of: connection, to: events)
            } catch {
                if failures == 0, !Task.isCancelled { events.yield(.lost(error)) }
            }
            failures += 1
            _ = await Backoff.reconnect.wait(after: failures)
        }
    }

    private typealias Signals = AsyncStream<PostgresConnection.Signal>

    private func connect(_ connector: PostgresConnector) async throws(PostgresError) -> (PostgresConnection, Signals) {
        let (signals, sink) = Signals.makeStream()
        let connection = try await connector.open { _, signal in sink.yield(signal) }
        let statements = channels.map { channel -> SQL in "listen \(identifier: channel)" }
        do {
            _ = try await connection.perform(Batch(statements: statements, role: .harmless), deadline: callDeadline)
        } catch {
            connection.close()
            throw error
        }
        return (connection, signals)
    }

    /// Returns when the task is cancelled, throws when the connection is lost.
    private func forward(
        _ signals: Signals, of connection: PostgresConnection, to events: AsyncStream<Event>.Continuation
    ) async throws(PostgresError) {
        let pulse = Task(executorPreference: NearExecutor.shared) { await self.beat(connection) }
        defer {
            pulse.cancel()
            connection.close()
        }
        for await signal in signals {
            switch signal {
            case .notification(let channel, let payload):
                if case .dropped = events.yield(.notification(channel: channel, payload: payload)) {
                    events.yield(.listening)
                }
            case .closed(let error):
                throw error
            }
        }
    }

    /// Asks the server again and again; when it does not answer in time, the connection ends, and `forward` throws.
    private func beat(_ connection: PostgresConnection) async {
        while (try? await ConnectionLoop.sleep(for: heartbeat)) != nil {
            // When this fails with the end of the connection, `forward` throws, and its caller yields the reason.
            _ = try? await connection.perform(Batch(statements: ["select 1"], role: .harmless), deadline: callDeadline)
        }
    }

    private var callDeadline: ContinuousClock.Instant { .now + configuration.callTimeout }
}
