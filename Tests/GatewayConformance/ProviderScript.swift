import GatewayKit

/// What the conformance suite must know of a provider that is spoken to by HTTP, to stand in for it.
public protocol ProviderScript: Sendable {
    /// The gateway under test, which sends its requests to `url`, for example `http://127.0.0.1:40123/sms`.
    func gateway(at url: String) throws -> any SMSGateway

    /// Closes the gateway's connections, if it has to be told.
    func end(_ gateway: any SMSGateway) async

    /// The provider's words for a behaviour; it is not asked for `staysSilent` and `losesItsAnswer`, which have no words.
    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer

    /// The message that a request hands over.
    ///
    /// It reads as strictly as the provider does, and throws what is no message.
    func arrival(_ request: StandInRequest) throws -> ProviderArrival
}

extension ProviderScript {
    /// Does nothing, which is right for a gateway that closes its connections by itself.
    public func end(_ gateway: any SMSGateway) async {}
}
