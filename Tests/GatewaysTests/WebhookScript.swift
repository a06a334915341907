import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// A webhook's receiver, as the README describes it.
struct WebhookScript: ProviderScript {
    func gateway(at url: String) throws -> any SMSGateway {
        let webhook = try Webhook(WebhookSettings(url: url, secret: WebhookHarness.secret))
        return try HTTPGateway(name: "webhook", provider: webhook, connections: 1_000, now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(200, "{}")
        case .refusesForGood: .json(422, "{}")
        case .refusesForNow, .isBusy: .json(429, "{}")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let data = try #require(try JSONValue(parsing: request.body)["data"])
        let id: String = try #require(request.header("webhook-id"))
        return ProviderArrival(
            id: id, phone: try #require(data["to"]?.string),
            text: try #require(data["text"]?.string))
    }
}
