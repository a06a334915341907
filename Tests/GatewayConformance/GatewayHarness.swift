import GatewayKit

/// A gateway on which the conformance suite is run, with a provider behind it that does what it is told.
public protocol GatewayHarness: Sendable {
    var gateway: any SMSGateway { get }

    /// Sets what the provider does with every call from now on.
    func behave(_ behaviour: ProviderBehaviour) async throws

    /// Returns once so many messages have reached the provider since the harness was made.
    func arrivals(atLeast count: Int) async throws

    /// What has reached the provider, in the order of arrival.
    func arrived() async throws -> [ProviderArrival]
}
