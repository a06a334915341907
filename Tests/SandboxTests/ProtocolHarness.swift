import GatewayConformance
import Gateways
import HTTPService
import Hummingbird
import HummingbirdTesting
import Logging
import Sandbox
import Testing
import VerificationCore
import VerificationTesting

/// A gateway of the program against a protocol of the sandbox, over real sockets.
struct ProtocolHarness: GatewayHarness {
    let gateway: any SMSGateway
    let sandbox: SandboxHarness

    func behave(_ behaviour: ProviderBehaviour) { sandbox.behave(behaviour) }
    func arrivals(atLeast count: Int) async { await sandbox.arrivals(atLeast: count) }
    func arrived() -> [ProviderArrival] { sandbox.arrived() }

    /// The outcomes of what the sandbox can do to a message, by the provider's own words for a refusal.
    func proveBehaviours(forNow: SendOutcome, forGood: String) async throws {
        let send = { await gateway.send(.sample(), deadline: .seconds(40)) }
        behave(.refusesForNow)
        #expect(await send() == forNow)
        behave(.refusesForGood)
        #expect(await send() == .refused(reason: forGood, .byEveryGateway))
        var busy = SandboxBehaviour()
        (busy.throttled, busy.retryAfter) = (1, .seconds(17))
        sandbox.provider.behaviour = busy
        #expect(await send() == .throttled(after: .seconds(17)))
        #expect(sandbox.inbox.total == 0)
        behave(.losesItsAnswer)
        #expect(await send() == .unknown(reason: "connection-lost"))
        #expect(sandbox.inbox.total == 1)
    }

    /// Serves the sandbox's HTTP protocols on loopback; receipts are told meanwhile.
    static func withProtocols(
        ledger: SandboxLedger? = nil, _ body: @Sendable (SandboxHarness, _ url: String) async throws -> Void
    ) async throws {
        let gate = SleepGate()
        let harness = SandboxHarness(ledger: ledger, sleep: { _ in await gate.wait() })
        let clock = harness.clock
        let router = try SandboxRoutes(
            provider: harness.provider, accounts: SandboxAccounts(), isPublic: false, now: { clock.now }
        ).surface(logger: Logger(label: "sandbox")).makeRouter()
        try await Application(router: router).test(.live) { client in
            let telling = Task { await harness.provider.tellReceipts() }
            // Answers that a test keeps waiting would hold up the server's end.
            defer {
                gate.open()
                telling.cancel()
            }
            try await body(harness, "http://127.0.0.1:\(try #require(client.port))")
        }
    }

    /// The same with a gateway to one of the protocols.
    static func with<Provider: HTTPProvider>(
        _ make: @Sendable (_ url: String) throws -> Provider,
        _ body: @Sendable (ProtocolHarness) async throws -> Void
    ) async throws {
        try await withProtocols { harness, url in
            let clock = harness.clock
            let gateway = try HTTPGateway(
                name: "protocol", provider: try make(url), connections: 100, now: { clock.now })
            do {
                try await body(ProtocolHarness(gateway: gateway, sandbox: harness))
            } catch {
                await gateway.shutdown()
                throw error
            }
            await gateway.shutdown()
        }
    }
}

extension SandboxHarness {
    /// The only message in the inbox.
    func onlyMessage() throws -> SandboxMessage {
        let messages = inbox.messages()
        try #require(messages.count == 1)
        return messages[0]
    }

    /// Waits until the sandbox has noted a receipt of its only message.
    func receipt(_ status: DeliveryStatus) async throws {
        while try onlyMessage().receipt != status { await Task.yield() }
    }
}
