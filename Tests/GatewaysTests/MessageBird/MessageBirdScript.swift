import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// MessageBird's classic REST API, as its documentation has it.
struct MessageBirdScript: ProviderScript {
    var change: @Sendable (inout MessageBirdSettings) -> Void = { _ in }

    static func settings() -> MessageBirdSettings {
        MessageBirdSettings(secret: Secret("test_k3y"), sender: "Acme")
    }

    func gateway(at url: String) throws -> any SMSGateway {
        var settings = Self.settings()
        settings.url = url
        change(&settings)
        return try HTTPGateway(
            name: "messagebird", provider: try MessageBird(settings), connections: 1_000,
            now: { Timestamp(seconds: 0) })
    }

    func end(_ gateway: any SMSGateway) async { await (gateway as? any ConnectedGateway)?.shutdown() }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(201, Self.accepted(sent: 1))
        case .refusesForGood: .json(422, Self.error(10, parameter: "recipient"))
        case .refusesForNow, .isBusy: .json(429, "{}")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        let message = try JSONValue(parsing: request.body)
        let text = try #require(message["body"]?.string)
        try #require(message["datacoding"]?.string == (SMSEncoding(for: text) == .ucs2 ? "unicode" : "plain"))
        let recipients = try #require(message["recipients"]?.array)
        try #require(recipients.count == 1)
        return ProviderArrival(
            id: message["reference"]?.string, phone: "+" + (try #require(recipients[0].string)), text: text)
    }

    /// Each message gets an id of its own.
    static func accepted(sent: Int) -> String {
        let id = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
        return #"""
            {"id":"\#(id)","recipients":{"totalCount":1,"totalSentCount":\#(sent),\#
            "items":[{"recipient":4915110000001,"status":"sent","messagePartCount":1}]}}
            """#
    }

    static func error(_ code: Int, parameter: String? = nil) -> String {
        let parameter = parameter.map { "\"\($0)\"" } ?? "null"
        return #"{"errors":[{"code":\#(code),"description":"561001","parameter":\#(parameter)}]}"#
    }
}
