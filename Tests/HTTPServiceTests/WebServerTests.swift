import HTTPService
import Logging
import Testing

@Suite("A server's address", .timeLimit(.minutes(10)))
struct WebServerTests {
    private let logger = Logger(label: "server", factory: { _ in SwiftLogNoOpLogHandler() })

    private func server(host: String, port: Int, listens: @escaping @Sendable (Int) -> Void = { _ in }) -> WebServer {
        WebServer(Health().surface(logger: logger), host: host, port: port, logger: logger, listens: listens)
    }

    @Test("a port where another program listens is told as such")
    func taken() async throws {
        let (listening, listens) = AsyncStream.makeStream(of: Int.self)
        let first = server(host: "127.0.0.1", port: 0) { listens.yield($0) }
        try await withThrowingTaskGroup { group in
            group.addTask { try? await first.run() }
            var ports = listening.makeAsyncIterator()
            let port = try #require(await ports.next())
            await #expect(throws: WebServer.AddressError.taken) {
                try await server(host: "127.0.0.1", port: port).run()
            }
            group.cancelAll()
        }
    }

    /// No machine has an address or a name of those that are set aside for examples.
    @Test(
        "an address of another machine, or a name of no machine, is told as such",
        arguments: ["192.0.2.1", "a.invalid"])
    func elsewhere(host: String) async {
        await #expect(throws: WebServer.AddressError.notOfThisMachine) {
            try await server(host: host, port: 0).run()
        }
    }
}
