import Connections
import Dispatch
import Synchronization
import Testing

@testable import PostgreSQL

@Suite("Hosts of which the first only swallows")
struct SeveralHostsTests {
    @Test("a name whose first address is silent is reached at its second")
    func silentAddress() async throws {
        let port = try SilentPort(listening: true, address: "127.0.0.2", number: try serverPort())
        let connector = PostgresConnector(
            try configuration(["db.test"]), lookup: HostLookup(label: "tests") { _ in ["127.0.0.2", "127.0.0.1"] })
        let connection = try await connector.open { _, _ in }
        #expect(port.takeCallers() > 0)
        connection.close()
    }

    @Test("a resolver that answers too late for the first host leaves the second its time, and is asked after it next")
    func slowResolver() async throws {
        let isOver = DispatchSemaphore(value: 0)
        let asked = Mutex<[String]>([])
        defer { isOver.signal() }
        let lookup = HostLookup(label: "tests") { name in
            asked.withLock { $0.append(name) }
            if name == "slow.test" { isOver.wait() }
            return ["127.0.0.1"]
        }
        let connector = PostgresConnector(try configuration(["slow.test", "db.test"]), lookup: lookup)
        for _ in 1...2 {
            let connection = try await connector.open { _, _ in }
            connection.close()
        }
        #expect(asked.withLock { $0 } == ["slow.test", "db.test", "db.test"])
    }

    @Test("where nobody answers the next try begins with another host")
    func advance() async throws {
        let asked = Mutex<[String]>([])
        let lookup = HostLookup(label: "tests") { name in
            asked.withLock { $0.append(name) }
            return []
        }
        let connector = PostgresConnector(try configuration(["one.test", "two.test"]), lookup: lookup)
        for _ in 1...2 {
            let error = try await postgresError { _ = try await connector.open { _, _ in } }
            #expect(error.kind == .unavailable && error.description.contains("one.test"))
        }
        #expect(asked.withLock { $0 } == ["one.test", "two.test", "two.test", "one.test"])
    }

    private func serverPort() throws -> UInt16 {
        let target = try #require(try TestDatabase.url().firstMatch(of: /@[^:\/]*:([0-9]+)/))
        return try #require(UInt16(target.output.1))
    }

    /// The test's server under other names.
    private func configuration(_ hosts: [String]) throws -> PostgresConfiguration {
        let url = try TestDatabase.url()
        let target = try #require(url.firstMatch(of: /@[^:\/]*:[0-9]+/))
        let port = try serverPort()
        let list = hosts.map { "\($0):\(port)" }.joined(separator: ",")
        var configuration = try PostgresConfiguration(
            url: url.replacing(target.output, with: "@\(list)"), allowPlaintext: true)
        configuration.connectTimeout = .seconds(10)
        return configuration
    }
}
