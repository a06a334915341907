import PostgreSQL
import Testing

@Suite("notifications")
struct PostgresListenerTests {
    /// Reads events up to the first that `isWanted`; the test's time limit ends a wait that is in vain.
    private func next(
        _ iterator: inout AsyncStream<PostgresListener.Event>.Iterator,
        _ isWanted: (PostgresListener.Event) -> Bool
    ) async throws {
        while let event = await iterator.next() {
            if isWanted(event) { return }
        }
        Issue.record("the stream ended")
    }

    /// The next event that is more than a sign of life.
    private func update(
        _ iterator: inout AsyncStream<PostgresListener.Event>.Iterator
    ) async throws -> PostgresListener.Event {
        while let event = await iterator.next() {
            if case .alive = event { continue }
            return event
        }
        throw Ended()
    }

    private struct Ended: Error {}

    private func isListening(_ event: PostgresListener.Event) -> Bool {
        if case .listening = event { true } else { false }
    }

    private func isLost(_ event: PostgresListener.Event) -> Bool {
        if case .lost = event { true } else { false }
    }

    private func isNotification(_ event: PostgresListener.Event, _ channel: String, _ payload: String) -> Bool {
        if case .notification(channel, payload) = event { true } else { false }
    }

    /// The server process of a listener, found by its name; of several the youngest.
    private func backend(_ name: String, _ pool: PostgresPool) async throws -> Int32 {
        let rows = try await pool.read(
            "select pid from pg_stat_activity where application_name = \(name) order by backend_start desc")
        return try #require(rows.first).decode(0)
    }

    @Test("what is said on a channel is heard, and what is said on others is not", .timeLimit(.minutes(10)))
    func delivery() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let channel = "a \"channel\" \(UInt64.random(in: 0 ... .max))"
        let listener = PostgresListener(try TestDatabase.configuration(), channels: [channel])
        var events = listener.events().makeAsyncIterator()
        #expect(isListening(try await update(&events)))
        try await pool.query("select pg_notify('elsewhere', 'x'), pg_notify(\(channel), \("payload ü"))")
        #expect(isNotification(try await update(&events), channel, "payload ü"))
    }

    @Test("a killed connection is replaced, and the reader is told both", .timeLimit(.minutes(10)))
    func killed() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let name = "listener_\(UInt64.random(in: 0 ... .max))"
        var configuration = try TestDatabase.configuration()
        configuration.applicationName = name
        var events = PostgresListener(configuration, channels: [name]).events().makeAsyncIterator()
        try await next(&events, isListening)
        try await pool.terminate(try await backend(name, pool))
        #expect(isLost(try await update(&events)))
        #expect(isListening(try await update(&events)))
        try await pool.query("select pg_notify(\(name), 'again')")
        #expect(isNotification(try await update(&events), name, "again"))
    }

    @Test("a frozen connection is noticed by the heartbeat", .timeLimit(.minutes(10)))
    func frozen() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let name = "listener_\(UInt64.random(in: 0 ... .max))"
        var configuration = try TestDatabase.configuration()
        configuration.applicationName = name
        // Enough for the heartbeats of a busy machine; a connection that is lost for them alone is looked for again.
        configuration.callTimeout = .seconds(2)
        let listener = PostgresListener(configuration, channels: [name], heartbeat: .milliseconds(100))
        var events = listener.events().makeAsyncIterator()
        try await next(&events, isListening)
        var frozen: FrozenBackend?
        while frozen == nil {
            try Task.checkCancellation()
            frozen = try? FrozenBackend(try await backend(name, pool))
        }
        defer { frozen?.thaw() }
        try await next(&events, isLost)
        try await next(&events, isListening)
    }

    @Test("a server that is away is reported once, however often it is tried", .timeLimit(.minutes(10)))
    func away() async throws {
        let port = try SilentPort(listening: false)
        let configuration = try PostgresConfiguration(url: "postgresql://127.0.0.1:\(port.number)/x")
        var events = PostgresListener(configuration, channels: ["a"]).events().makeAsyncIterator()
        #expect(isLost(try await update(&events)))
    }

    @Test("a listener whose reader is gone leaves no connection behind", .timeLimit(.minutes(10)))
    func dropped() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let name = "listener_\(UInt64.random(in: 0 ... .max))"
        var configuration = try TestDatabase.configuration()
        configuration.applicationName = name
        do {
            var events = PostgresListener(configuration, channels: [name]).events().makeAsyncIterator()
            try await next(&events, isListening)
        }
        // The server tells nobody when a connection goes, so it is asked until it has gone.
        while try await pool.read("select 1 from pg_stat_activity where application_name = \(name)").count > 0 {}
    }
}
