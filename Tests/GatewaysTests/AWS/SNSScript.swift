import GatewayConformance
import Gateways
import Testing
import VerificationCore

/// Amazon SNS, by the model that AWS publishes.
struct SNSScript: ProviderScript {
    var change: @Sendable (inout SNSSettings) -> Void = { _ in }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = SNSSettings(access: .example)
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "sns", provider: try SNS(settings), connections: 1_000, now: { Timestamp(seconds: 1_767_323_045) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: Self.published("id-\(UInt64.random(in: 1...UInt64.max))")
        case .refusesForGood: Self.error(400, "InvalidParameter")
        case .refusesForNow: Self.error(400, "RequestTimeout")
        case .isBusy: Self.error(400, "Throttling")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let form = try #require(request.form)
        #expect(request.method == "POST" && form["Action"] == "Publish" && form["Version"] == "2010-03-31")
        #expect(form["MessageAttributes.entry.1.Value.StringValue"] == "Transactional")
        #expect(try request.isSigned(for: "sns"))
        let phone: String = try #require(form["PhoneNumber"])
        let text: String = try #require(form["Message"])
        return ProviderArrival(id: nil, phone: phone, text: text)
    }

    static func published(_ id: String) -> StandInAnswer {
        .whole(
            200,
            """
            <PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>\
            <MessageId>\(id)</MessageId></PublishResult><ResponseMetadata><RequestId>r</RequestId>\
            </ResponseMetadata></PublishResponse>
            """, type: "text/xml")
    }

    static func error(_ status: Int, _ code: String, headers: [String] = []) -> StandInAnswer {
        .whole(
            status,
            """
            <ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type>\
            <Code>\(code)</Code><Message>Invalid parameter: +4915110000001</Message></Error>\
            <RequestId>r</RequestId></ErrorResponse>
            """, type: "text/xml", headers: headers)
    }
}
