import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// AWS End User Messaging SMS, by the model that AWS publishes.
struct EndUserMessagingScript: ProviderScript {
    var change: @Sendable (inout EndUserMessagingSettings) -> Void = { _ in }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = EndUserMessagingSettings(access: .example)
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "eum", provider: try EndUserMessaging(settings), connections: 1_000,
            now: { Timestamp(seconds: 1_767_323_045) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(200, #"{"MessageId":"id-\#(UInt64.random(in: 1...UInt64.max))"}"#)
        case .refusesForGood: Self.error(400, "ValidationException", "SENDER_ID_NOT_REGISTERED")
        case .refusesForNow: Self.error(400, "RequestTimeoutException")
        case .isBusy: Self.error(400, "ThrottlingException")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let json = try JSONValue(parsing: request.body)
        #expect(request.header("x-amz-target") == "PinpointSMSVoiceV2.SendTextMessage")
        #expect(request.header("content-type") == "application/x-amz-json-1.0")
        #expect(try request.isSigned(for: "sms-voice"))
        let id: String = try #require(json["Context"]?["message"]?.string)
        let phone: String = try #require(json["DestinationPhoneNumber"]?.string)
        let text: String = try #require(json["MessageBody"]?.string)
        return ProviderArrival(id: id, phone: phone, text: text)
    }

    static func error(_ status: Int, _ code: String, _ reason: String? = nil) -> StandInAnswer {
        let reason = reason.map { #","Reason":"\#($0)""# } ?? ""
        return .json(status, #"{"__type":"\#(code)","Message":"no to +4915110000001"\#(reason)}"#)
    }
}
