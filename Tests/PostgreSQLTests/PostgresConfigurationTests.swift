import Testing

@testable import PostgreSQL

@Suite("connection strings")
struct PostgresConfigurationTests {
    private func refusal(_ url: String, allowPlaintext: Bool = false) async throws -> PostgresError {
        try await postgresError("\(url)") { _ = try PostgresConfiguration(url: url, allowPlaintext: allowPlaintext) }
    }

    @Test(
        "plaintext to another host is refused before anybody is contacted", arguments: ["disable", "allow", "prefer"])
    func plaintext(_ mode: String) async throws {
        let url = "postgresql://u:sentinel@db.example.org/x?sslmode=\(mode)"
        let error = try await refusal(url)
        #expect(error.kind == .configuration)
        #expect(!error.debugDescription.contains("sentinel"))
        #expect(try await refusal("postgresql://localhost,10.0.0.1/x?sslmode=\(mode)").kind == .configuration)
        let allowed = try PostgresConfiguration(url: url, allowPlaintext: true)
        #expect(allowed.targets[0].keywords["sslmode"] == mode)
    }

    @Test("hosts elsewhere have their certificate verified, unless the string asks for less")
    func verification() throws {
        let silent = try PostgresConfiguration(url: "postgresql://db.example.org/x", allowPlaintext: true)
        #expect(silent.targets[0].keywords["sslmode"] == "verify-full")
        let explicit = try PostgresConfiguration(url: "postgresql://db.example.org/x?sslmode=require")
        #expect(explicit.targets[0].keywords["sslmode"] == "require")
        // libpq would verify all the same if it were given certificates.
        #expect(explicit.targets[0].keywords["sslrootcert"] == nil)
        let own = try PostgresConfiguration(url: "postgresql://db.example.org/x?sslrootcert=/own.pem")
        #expect(own.targets[0].keywords["sslrootcert"] == "/own.pem")
    }

    @Test(
        "this machine may be reached in plaintext",
        arguments: ["localhost", "127.0.0.1", "127.8.9.10", "[::1]", "%2Fvar%2Frun", ""])
    func loopback(_ host: String) throws {
        let configuration = try PostgresConfiguration(url: "postgresql://\(host)/x?sslmode=disable")
        #expect(configuration.targets.count == 1)
    }

    @Test(
        "a name that only looks like this machine's is another host's",
        arguments: ["127.example.org", "127.0.0.1.example.org", "localhost.example.org"])
    func lookalikes(_ host: String) async throws {
        #expect(try await refusal("postgresql://\(host)/x?sslmode=disable").kind == .configuration)
    }

    @Test("each host can be asked alone, also when it takes no writes")
    func eachHost() throws {
        let url = "postgresql://u:p@one:1,two:2/x?sslmode=require&target_session_attrs=primary"
        let hosts = try PostgresConfiguration(url: url).eachHost
        #expect(hosts.map(\.description) == ["one:1", "two:2"])
        let target = hosts[1].targets[0]
        #expect(hosts[1].targets.count == 1 && target.keywords["host"] == "two" && target.keywords["port"] == "2")
        #expect(target.keywords["target_session_attrs"] == "any" && target.keywords["password"] == "p")
    }

    @Test("where a name and an address are given, the address is what counts")
    func hostAddress() async throws {
        #expect(try await refusal("host=localhost hostaddr=10.1.2.3 sslmode=disable").kind == .configuration)
        _ = try PostgresConfiguration(url: "host=db.example.org hostaddr=127.0.0.1 sslmode=disable")
    }

    @Test("an unencrypted connection that came about all the same is given up, if it left this machine")
    func afterwards() throws {
        let target = try PostgresConfiguration(url: "postgresql://localhost/x").targets[0]
        #expect(target.permits(tls: false, address: "127.0.0.1"))
        #expect(target.permits(tls: false, address: ""))
        #expect(target.permits(tls: true, address: "10.0.0.1"))
        #expect(!target.permits(tls: false, address: "10.0.0.1"))
    }

    @Test("several hosts are tried one by one, and the one that takes writes is wanted")
    func hosts() throws {
        let targets = try PostgresConfiguration(url: "postgresql://a:1,b:2/x").targets
        #expect(targets.map(\.name) == ["a:1", "b:2"])
        #expect(targets.map { $0.keywords["host"] } == ["a", "b"])
        #expect(targets.map { $0.keywords["port"] } == ["1", "2"])
        #expect(targets.allSatisfy { $0.keywords["target_session_attrs"] == "read-write" })
        let any = try PostgresConfiguration(url: "postgresql://a,b:7/x?target_session_attrs=any").targets
        #expect(any.allSatisfy { $0.keywords["target_session_attrs"] == "any" })
    }

    @Test("a string that makes no sense is refused without being repeated")
    func nonsense() async throws {
        let strings = [
            "postgresql://u:sentinel@host:port:1/x", "postgresql://u:sentinel@h/x?nonsense=1", "password=sentinel x",
            "host=a,b hostaddr=127.0.0.1 password=sentinel", "service=a password=sentinel",
            "host=localhost sslmode=sentinel",
        ]
        for string in strings {
            let error = try await refusal(string)
            #expect(error.kind == .configuration)
            #expect(!error.isRetriable)
            #expect(!error.debugDescription.contains("sentinel"), "\(string)")
        }
    }

    @Test("printing and dumping a configuration shows no password")
    func printing() throws {
        let configuration = try PostgresConfiguration(url: "postgresql://user:sentinel@localhost:5/x")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("sentinel"))
            #expect(text.contains("localhost:5"))
        }
    }
}
