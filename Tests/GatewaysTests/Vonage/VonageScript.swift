import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// Vonage's SMS API, as its documentation has it.
struct VonageScript: ProviderScript {
    var change: @Sendable (inout VonageSettings) -> Void = { _ in }

    static func settings() -> VonageSettings {
        VonageSettings(account: "abcd1234", secret: Secret("t0ken"), sender: "Acme")
    }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = Self.settings()
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "vonage", provider: try Vonage(settings), connections: 1_000, now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(200, Self.answer("0"))
        case .refusesForGood: .json(200, Self.answer("6"))
        case .refusesForNow: .json(200, Self.answer("5"))
        case .isBusy: .json(200, Self.answer("1"))
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let form = try #require(request.form)
        let text = try #require(form["text"])
        try #require(form["type"] == (SMSEncoding(for: text) == .ucs2 ? "unicode" : "text"))
        return ProviderArrival(
            id: form["client-ref"], phone: "+" + (try #require(form["to"])), text: text)
    }

    /// The answer with these verdicts, one for each part.
    static func answer(_ statuses: String..., count: Int? = nil) -> String {
        let parts = statuses.map { status in
            status == "0"
                ? #"{"to":"4915110000001","message-id":"\#(id())","status":"0","remaining-balance":"3.14"}"#
                : #"{"to":"4915110000001","status":"\#(status)","error-text":"561001"}"#
        }
        return #"{"message-count":"\#(count ?? statuses.count)","messages":[\#(parts.joined(separator: ","))]}"#
    }

    /// Each part gets an id of its own.
    private static func id() -> String { "0A" + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16) }
}
