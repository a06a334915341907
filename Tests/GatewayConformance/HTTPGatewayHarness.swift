import GatewayKit

/// A gateway that speaks HTTP, with a stand-in for its provider.
public struct HTTPGatewayHarness<Script: ProviderScript>: GatewayHarness {
    /// Who answers in the provider's place.
    public let provider: ProviderStandIn
    /// The gateway under test.
    public let gateway: any SMSGateway
    let script: Script

    private init(_ script: Script, _ provider: ProviderStandIn) throws {
        self.script = script
        self.provider = provider
        gateway = try script.gateway(at: provider.url)
    }

    /// Lends a gateway and its provider, and ends both.
    public static func with(
        _ script: Script, _ body: (HTTPGatewayHarness<Script>) async throws -> Void
    ) async throws {
        let provider = try await ProviderStandIn.start()
        let harness = try HTTPGatewayHarness(script, provider)
        try await harness.behave(.accepts)
        let result: Result<Void, any Error>
        do { result = .success(try await body(harness)) } catch { result = .failure(error) }
        await script.end(harness.gateway)
        // It may have been stopped already.
        try? await provider.stop()
        try result.get()
    }

    /// Lets the provider answer with its own words, or fall silent.
    public func behave(_ behaviour: ProviderBehaviour) async throws {
        switch behaviour {
        case .staysSilent: provider.answer(.silence)
        case .losesItsAnswer: provider.answer(.lastBytes(""))
        case .accepts, .refusesForGood, .refusesForNow, .isBusy:
            let script = script
            provider.answer { script.answer(behaviour, to: $0) }
        }
    }

    /// Counts requests, whatever is in them.
    public func arrivals(atLeast count: Int) async throws { await provider.requests(atLeast: count) }

    /// Reads each request as the provider does.
    public func arrived() async throws -> [ProviderArrival] { try provider.requests.map { try script.arrival($0) } }
}
