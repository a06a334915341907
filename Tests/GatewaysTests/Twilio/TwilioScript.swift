import GatewayConformance
import Gateways
import Testing
import VerificationCore

/// Twilio's Programmable Messaging, as its documentation has it.
struct TwilioScript: ProviderScript {
    static let account = "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

    var change: @Sendable (inout TwilioSettings) -> Void = { _ in }

    static func settings() -> TwilioSettings {
        TwilioSettings(account: account, secret: Secret("t0ken"), sender: "+15005550006")
    }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = Self.settings()
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "twilio", provider: try Twilio(settings), connections: 1_000, now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(201, Self.accepted)
        case .refusesForGood: .json(400, Self.error(21211, status: 400))
        case .refusesForNow: .json(503, Self.error(20503, status: 503))
        case .isBusy: .json(429, Self.error(20429, status: 429))
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let form = try #require(request.form)
        return ProviderArrival(id: nil, phone: try #require(form["To"]), text: try #require(form["Body"]))
    }

    static func error(_ code: Int, status: Int) -> String {
        #"{"code":\#(code),"message":"+4915110000001 561001","more_info":"https://example.com","status":\#(status)}"#
    }

    /// Each message gets an id of its own.
    private static var accepted: String {
        let sid = "SM" + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
        return #"{"sid":"\#(sid)","status":"queued","error_code":null,"num_segments":"1","price":null}"#
    }
}
