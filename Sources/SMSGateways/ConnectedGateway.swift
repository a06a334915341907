import VerificationCore

/// A gateway with connections to a provider.
package protocol ConnectedGateway: SMSGateway {
    /// Looks whether the provider is there, without a message.
    func probe(within limit: Duration) async -> GatewayProbe

    /// Closes the connections; calls under way end as unknown, later calls as not sent.
    ///
    /// Harmless when called twice.
    func shutdown() async
}
