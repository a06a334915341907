import VerificationCore

/// A gateway for the conformance suite, with a provider behind it that does what the suite tells it.
package protocol GatewayHarness: Sendable {
    var gateway: any SMSGateway { get }

    /// Sets what the provider does with every call from now on.
    func behave(_ behaviour: ProviderBehaviour) async throws

    /// Returns when `count` messages have reached the provider since the beginning of the harness.
    func arrivals(atLeast count: Int) async throws

    /// The messages that have reached the provider, in the order of arrival.
    func arrived() async throws -> [ProviderArrival]
}

/// What a provider does with a message.
package enum ProviderBehaviour: Sendable, Hashable {
    case accepts
    case refusesForGood
    case refusesForNow
    case isBusy
    /// Takes the message and never answers, while the connection stays open.
    case staysSilent
    /// Takes the message; the gateway gets an answer from which it cannot tell what became of the message.
    case losesItsAnswer
}

/// A message as it reached a provider.
package struct ProviderArrival: Sendable, Hashable {
    package let id: String
    package let phone: String
    package let text: String

    package init(id: String, phone: String, text: String) {
        self.id = id
        self.phone = phone
        self.text = text
    }

    package init(_ message: OutgoingMessage) {
        self.init(id: message.id.description, phone: message.phone.e164, text: message.text.text)
    }
}
