import GatewayConformance
import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("Connections to a provider", .timeLimit(.minutes(10)))
struct HTTPLineTests {
    @Test("a call that finds no place before its deadline has not left")
    func noPlace() async throws {
        try await withGateway { gateway, receiver in
            let first = Task { await gateway.send(.sample(1), deadline: .seconds(600)) }
            await receiver.requests(atLeast: 1)
            let second = await gateway.send(.sample(2), deadline: .milliseconds(50))
            #expect(second == .refused(reason: "no-connection-in-time", .forNow))
            first.cancel()
            #expect(await first.value == .unknown(reason: "cancelled"))
            #expect(receiver.requests.count == 1)
        }
    }

    @Test("a call in line leaves when the call before it ends, also when that loses its connection")
    func inLine() async throws {
        try await withGateway { gateway, receiver in
            let first = Task { await gateway.send(.sample(1), deadline: .seconds(600)) }
            await receiver.requests(atLeast: 1)
            receiver.answer(.json(200, "{}"))
            let second = Task { await gateway.send(.sample(2), deadline: .seconds(600)) }
            first.cancel()
            #expect(await second.value == .accepted(id: nil))
            #expect(await first.value == .unknown(reason: "cancelled"))
        }
    }

    @Test("a connection that the provider closes is not used again")
    func closed() async throws {
        try await withGateway { gateway, receiver in
            receiver.answer(.lastBytes("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}"))
            for number in 1...20 {
                #expect(await gateway.send(.sample(number), deadline: .seconds(40)) == .accepted(id: nil))
            }
            #expect(receiver.connections == 20)
        }
    }

    @Test("after the shutdown nothing leaves, and what was under way is unknown")
    func shutDown() async throws {
        try await withGateway { gateway, receiver in
            let first = Task { await gateway.send(.sample(1), deadline: .seconds(600)) }
            await receiver.requests(atLeast: 1)
            await gateway.shutdown()
            #expect(await first.value == .unknown(reason: "connection-lost"))
            let late = await gateway.send(.sample(2), deadline: .seconds(40))
            #expect(late == .refused(reason: "not-connected", .forNow))
            #expect(receiver.requests.count == 1)
        }
    }

    /// Lends a gateway with a single connection, and its receiver, which stays silent at first.
    private func withGateway(_ body: (HTTPGateway<Webhook>, ProviderStandIn) async throws -> Void) async throws {
        let receiver = try await ProviderStandIn.start()
        let settings = WebhookSettings(url: receiver.url, secret: WebhookHarness.secret)
        let clock = ManualClock()
        let gateway = try HTTPGateway(
            name: "webhook", provider: try Webhook(settings), connections: 1, now: { clock.now })
        let result: Result<Void, any Error>
        do { result = .success(try await body(gateway, receiver)) } catch { result = .failure(error) }
        await gateway.shutdown()
        // It may have been stopped already.
        try? await receiver.stop()
        try result.get()
    }
}
