import VerificationCore

/// A gateway on which the conformance suite is run, with a provider behind it that does what it is told.
package protocol GatewayHarness: Sendable {
    var gateway: any SMSGateway { get }

    /// Sets what the provider does with every call from now on.
    func behave(_ behaviour: ProviderBehaviour) async throws

    /// Returns once so many messages have reached the provider since the harness was made.
    func arrivals(atLeast count: Int) async throws

    /// What has reached the provider, in the order of arrival.
    func arrived() async throws -> [ProviderArrival]
}

/// What a provider does with a message.
package enum ProviderBehaviour: Sendable, Hashable {
    case accepts
    case refusesForGood
    case refusesForNow
    case isBusy
    /// Takes the message; its answer never arrives, and it does not say so.
    case staysSilent
    /// Takes the message; what arrives of the answer is nothing that tells.
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
