import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// Bird's platform API of 2026, as its own Python package has it.
struct BirdScript: ProviderScript {
    var change: @Sendable (inout BirdSettings) -> Void = { _ in }

    static func settings() -> BirdSettings { BirdSettings(secret: Secret("bk_eu1_k3y"), sender: "Acme") }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = Self.settings()
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "bird", provider: try Bird(settings), connections: 1_000, now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(202, #"{"id":"sms_\#(request.header("idempotency-key") ?? "")","status":"accepted"}"#)
        case .refusesForGood: .json(422, Self.error("validation_error", "E12003", "SMSInvalidRecipient"))
        case .refusesForNow, .isBusy: .json(429, Self.error("rate_limit_error", "E10029", "RateLimited"))
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let message = try JSONValue(parsing: request.body)
        return ProviderArrival(
            id: request.header("idempotency-key"), phone: try #require(message["to"]?.string),
            text: try #require(message["text"]?.string))
    }

    static func error(_ type: String, _ code: String, _ name: String) -> String {
        #"{"error":{"type":"\#(type)","code":"\#(code)","name":"\#(name)","message":"+4915110000001 561001"}}"#
    }
}
