import StrictJSON
import VerificationCore

/// Sends each message through AWS End User Messaging SMS.
package struct EndUserMessaging: HTTPProvider {
    package let honorsIdempotencyKeys = false
    private let aws: AWSEndpoint
    private let settings: EndUserMessagingSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: EndUserMessagingSettings) throws(GatewaySettingsError) {
        aws = try settings.endpoint()
        try settings.check()
        self.settings = settings
    }

    package var endpoint: HTTPEndpoint { aws.plain }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var json = JSONWriter()
        json.object { json in
            json.member("DestinationPhoneNumber", message.phone.e164)
            json.member("OriginationIdentity", settings.sender[message.phone])
            json.member("MessageBody", message.text.text)
            json.member("MessageType", "TRANSACTIONAL")
            json.member("ConfigurationSetName", settings.configurationSet)
            json.member("MaxPrice", settings.maxPrice)
            json.member("TimeToLive", message.lifetime(in: 5...259_200))
            json.memberObject("Context") { $0.member("message", message.id.description) }
            if let india = settings.india?.ids(for: message) {
                json.memberObject("DestinationCountryParameters") {
                    $0.member("IN_ENTITY_ID", india.entity)
                    $0.member("IN_TEMPLATE_ID", india.template)
                }
            }
        }
        return aws.request(json.bytes, at: now)
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        reply.refusal(at: now) { Self.fault($0.json) } ?? .accepted(id: reply.json?["MessageId"]?.gatewayID)
    }

    /// Nil when AWS names no error; the status alone counts then.
    private static func fault(_ answer: JSONValue?) -> AWSFault? {
        // Some answers have the name of a namespace before `#`.
        let code = answer?["__type"]?.string?.split(separator: "#").last.map(String.init)
        return AWSFault(code: code, detail: answer?["Reason"]?.string)
    }
}
