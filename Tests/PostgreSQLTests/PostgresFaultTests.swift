import Glibc
import PostgreSQL
import TestSupport
import Testing

@Suite("a server that hangs, dies or is not there", .timeLimit(.minutes(10)))
struct PostgresFaultTests {
    @Test("a statement that takes too long ends at the deadline, and the pool goes on")
    func slowStatement() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        try await withTimeEnough { limit in
            try await pool.ping()
            let begin = ContinuousClock.now
            let slow = try await postgresError {
                // The deadline ends this sleep, as all sleeps of servers here end: by what the test is about.
                try await pool.query("select pg_sleep(60)", deadline: begin + limit)
            }
            let time = ContinuousClock.now - begin
            #expect(time >= limit - .milliseconds(10))
            return slow.kind == .outcomeUnknown(.deadline) && time < limit + .seconds(2)
        }
        try await pool.ping()
        let read = try await postgresError {
            // Ended by the deadline.
            _ = try await pool.read("select pg_sleep(60)", deadline: .now + .milliseconds(300))
        }
        #expect(read.kind == .deadline)
        try await pool.ping()
    }

    @Test("a statement over the server's own limit is cancelled there, and its connection stays")
    func statementTimeout() async throws {
        var configuration = try TestDatabase.configuration(connections: 1)
        configuration.statementTimeout = .seconds(2)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let pid = try await pool.read("select pg_backend_pid()")[0].decode(0, as: Int32.self)
        // Ended by the server's statement_timeout.
        let error = try await postgresError { try await pool.query("select pg_sleep(60)") }
        #expect(error.kind == .deadline)
        #expect(try await pool.read("select pg_backend_pid()")[0].decode(0, as: Int32.self) == pid)
    }

    @Test("a deadline that has passed sends nothing and costs no connection")
    func pastDeadline() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        try await pool.ping()
        let error = try await postgresError { try await pool.query("select 1", deadline: .now - .seconds(1)) }
        #expect(error.kind == .deadline)
        #expect(pool.statistics.open == 1)
    }

    @Test("a frozen server costs the caller no more than the deadline, and its connection is never used again")
    func frozen() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let pid = try await pool.read("select pg_backend_pid()")[0].decode(0, as: Int32.self)
        let backend = try FrozenBackend(pid)
        defer { backend.thaw() }
        let time = try await elapsed {
            let error = try await postgresError {
                _ = try await pool.read("select 1", deadline: .now + .milliseconds(300))
            }
            #expect(error.kind == .deadline)
        }
        #expect(time < .seconds(10))
        #expect(try await pool.read("select pg_backend_pid()")[0].decode(0, as: Int32.self) != pid)
    }

    @Test("a server that freezes before the commit's answer leaves the commit in doubt")
    func frozenCommit() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        try await withTimeEnough([.seconds(1), .seconds(10)]) { limit in
            try await pool.ping()
            let begin = ContinuousClock.now
            let error = try await postgresError {
                try await pool.transaction(deadline: begin + limit) { transaction in
                    let backend = try FrozenBackend(try await transaction.backend())
                    defer { backend.thaw() }
                    try await transaction.commit(with: ["select 1"])
                }
            }
            return error.kind == .outcomeUnknown(.deadline) && ContinuousClock.now - begin < limit + .seconds(2)
        }
        try await pool.ping()
    }

    @Test("a server that freezes while a body holds its transaction does not hold the caller")
    func frozenRollback() async throws {
        struct Refused: Error {}
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        try await withTimeEnough([.seconds(1), .seconds(10)]) { limit in
            try await pool.ping()
            let begin = ContinuousClock.now
            let error = await #expect(throws: (any Error).self) {
                try await pool.transaction(deadline: begin + limit) { transaction in
                    let backend = try FrozenBackend(try await transaction.backend())
                    // Thawed only when its connection is long destroyed, so as to be able to go away.
                    frozen.append(backend)
                    throw Refused()
                }
            }
            let time = ContinuousClock.now - begin
            frozen.thawAll()
            return error is Refused && time < limit + .seconds(2)
        }
        try await pool.ping()
    }

    private let frozen = FrozenBackends()

    @Test("more hung connections than processors leave the rest of the process at work")
    func manyFrozen() async throws {
        let hung = try TestDatabase.pool(connections: 6)
        defer { hung.close() }
        let other = try TestDatabase.pool(connections: 2)
        defer { other.close() }
        try await other.ping()
        let allFrozen = Rendezvous(of: 7)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    _ = try? await hung.transaction(deadline: .now + .seconds(40)) { transaction in
                        frozen.append(try FrozenBackend(try await transaction.backend()))
                        try await allFrozen.arrive()
                        try await transaction.query("select 1")
                    }
                }
            }
            try await allFrozen.arrive()
            await #expect(throws: Never.self) {
                for _ in 0..<200 { try await other.ping(deadline: .now + .seconds(20)) }
            }
            frozen.thawAll()
        }
    }

    @Test("a server process that was ended between two calls is not noticed by the second")
    func terminated() async throws {
        let (pool, other) = (try TestDatabase.pool(connections: 1), try TestDatabase.pool(connections: 1))
        defer {
            pool.close()
            other.close()
        }
        for _ in 0..<5 {
            try await other.terminate(try await pool.read("select pg_backend_pid()")[0].decode(0, as: Int32.self))
            try await pool.query("select 1")
        }
    }

    @Test("a server that ends a connection before answering has committed nothing, and says so")
    func terminatedInCall() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let error = try await postgresError {
            // The sleep is where the server notices that it is to end; it never lasts.
            try await pool.query("select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)")
        }
        #expect(error.kind == .unavailable)
        #expect(error.isRetriable)
        try await pool.ping()
    }

    @Test("where nobody listens, callers fail within two seconds, however many they are")
    func nobodyThere() async throws {
        let port = try SilentPort(listening: false)
        let pool = PostgresPool(try PostgresConfiguration(url: "postgresql://u:sentinel@127.0.0.1:\(port.number)/x"))
        defer { pool.close() }
        await expectUnavailable(pool, callers: 40)
    }

    @Test("where somebody listens and never answers, callers fail within two seconds")
    func silence() async throws {
        let port = try SilentPort(listening: true)
        let pool = PostgresPool(try PostgresConfiguration(url: "postgresql://u:sentinel@127.0.0.1:\(port.number)/x"))
        defer { pool.close() }
        await expectUnavailable(pool, callers: 10)
    }

    private func expectUnavailable(_ pool: PostgresPool, callers: Int) async {
        // What is promised is two seconds, whatever happens; a busy machine may spoil one measurement, but not each.
        await withTimeEnough(Array(repeating: .milliseconds(2500), count: 3)) { promised in
            let time = await elapsed {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<callers {
                        group.addTask {
                            let error = await #expect(throws: PostgresError.self) { try await pool.query("select 1") }
                            #expect(error?.kind == .unavailable)
                            #expect(error?.debugDescription.contains("sentinel") == false)
                        }
                    }
                }
            }
            return time < promised
        }
    }

    @Test("of several hosts the one that answers is used, and next time it is asked first")
    func severalHosts() async throws {
        let port = try SilentPort(listening: true)
        let url = try TestDatabase.url()
        let target = try #require(url.firstMatch(of: /@(?<host>[^:\/]*):(?<port>[0-9]+)/))
        let list = "127.0.0.1:\(port.number),\(target.output.host):\(target.output.port)"
        var configuration = try PostgresConfiguration(url: url.replacing(target.output.0, with: "@\(list)"))
        configuration.maximumConnections = 2
        configuration.connectTimeout = .seconds(10)
        configuration.acquireTimeout = .seconds(20)
        configuration.callTimeout = .seconds(20)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        try await pool.ping()
        #expect(port.takeCallers() > 0)
        try await pool.transaction { transaction in
            try await transaction.query("select 1")
            try await pool.ping()
        }
        #expect(pool.statistics.open == 2)
        #expect(port.takeCallers() == 0)
    }
}
