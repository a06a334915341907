import Connections

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
        /// The server answered what was asked at this moment; every notification from before it was yielded before.
        ///
        /// `shown`: the number of the mark that the session shows; nil while it shows none.
        case alive(asOf: ContinuousClock.Instant, shown: Int64?)
        /// The connection broke or could not be opened; yielded once, while the listener goes on trying.
        case lost(PostgresError)
    }

    private let configuration: PostgresConfiguration
    private let channels: [String]
    private let heartbeat: Duration
    private let mark: SessionMark?

    /// Connects nowhere yet; `events()` does.
    ///
    /// - Parameters:
    ///   - configuration: `callTimeout` is how long the listener waits for the answer to a heartbeat.
    ///   - channels: the plain names, without quotes.
    ///   - heartbeat: how long the listener waits before it asks the server again for a sign of life.
    ///   - mark: what the session shows to others.
    package init(
        _ configuration: PostgresConfiguration, channels: [String], heartbeat: Duration = .seconds(10),
        mark: SessionMark? = nil
    ) {
        self.configuration = configuration
        self.channels = channels
        self.heartbeat = heartbeat
        self.mark = mark
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
                let (signals, sink) = Signals.makeStream()
                let connection = try await connect(connector, sink: sink)
                events.yield(.listening)
                failures = 0
                try await forward(signals, sink: sink, of: connection, to: events)
            } catch {
                if failures == 0, !Task.isCancelled { events.yield(.lost(error)) }
            }
            failures += 1
            _ = await Backoff.reconnect.wait(after: failures)
        }
    }

    /// In the order in which the connection's loop met them.
    private enum Signal: Sendable {
        case connection(PostgresConnection.Signal)
        case alive(asOf: ContinuousClock.Instant, shown: Int64?)
    }

    private typealias Signals = AsyncStream<Signal>

    private func connect(
        _ connector: PostgresConnector, sink: Signals.Continuation
    ) async throws(PostgresError) -> PostgresConnection {
        let connection = try await connector.open { _, signal in sink.yield(.connection(signal)) }
        let statements = channels.map { channel -> SQL in "listen \(identifier: channel)" }
        do {
            _ = try await connection.perform(Batch(statements: statements, role: .harmless), deadline: callDeadline)
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    /// Returns when the task is cancelled, throws when the connection is lost.
    private func forward(
        _ signals: Signals, sink: Signals.Continuation, of connection: PostgresConnection,
        to events: AsyncStream<Event>.Continuation
    ) async throws(PostgresError) {
        let pulse = Task(executorPreference: NearExecutor.shared) { await self.beat(connection, sink: sink) }
        defer {
            pulse.cancel()
            connection.close()
        }
        for await signal in signals {
            switch signal {
            case .connection(.notification(let channel, let payload)):
                if case .dropped = events.yield(.notification(channel: channel, payload: payload)) {
                    events.yield(.listening)
                }
            case .alive(let moment, let shown):
                if case .dropped = events.yield(.alive(asOf: moment, shown: shown)) { events.yield(.listening) }
            case .connection(.closed(let error)):
                throw error
            }
        }
    }

    /// Asks the server again and again, and at once when the mark has another number to show.
    ///
    /// When the server does not answer in time, the connection ends, and `forward` throws.
    private func beat(_ connection: PostgresConnection, sink: Signals.Continuation) async {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        mark?.serve { wake.yield() }
        let ticks = Task(executorPreference: NearExecutor.shared) {
            repeat { wake.yield() } while (try? await ConnectionLoop.sleep(for: heartbeat)) != nil
        }
        defer { ticks.cancel() }
        var shown: Int64?
        for await _ in wakes {
            let step = mark?.step(from: shown)
            let askedAt = ContinuousClock.now
            do throws(PostgresError) {
                let statements = step?.statements ?? ["select 1"]
                _ = try await connection.perform(Batch(statements: statements, role: .harmless), deadline: callDeadline)
                shown = step?.number ?? shown
                sink.yield(.alive(asOf: askedAt, shown: shown))
            } catch {
                // The connection has ended: `forward` throws, and its caller yields the reason.
            }
        }
    }

    private var callDeadline: ContinuousClock.Instant { .now + configuration.callTimeout }
}
