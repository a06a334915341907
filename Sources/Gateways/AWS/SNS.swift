import GatewayKit
import VerificationCore

/// Publishes each message through Amazon SNS.
///
/// SNS does not report deliveries by HTTP, and takes no validity. It cuts a long text between words into messages that
/// a phone does not join.
package struct SNS: HTTPProvider {
    package let honorsIdempotencyKeys = false
    private let aws: AWSEndpoint
    private let settings: SNSSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: SNSSettings) throws(GatewaySettingsError) {
        aws = try settings.endpoint()
        try settings.check()
        self.settings = settings
    }

    package var endpoint: HTTPEndpoint { aws.plain }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        // As AWS' own library writes a form: who checks the signature over a form that was read and written again, as
        // moto does, gets these bytes.
        var form = FormBody(spacesAsPluses: true)
        form.add("Action", value: "Publish")
        form.add("Message", value: message.text.text)
        for (index, attribute) in settings.attributes(of: message).enumerated() {
            let entry = "MessageAttributes.entry.\(index + 1)"
            form.add("\(entry).Name", value: attribute.name)
            form.add("\(entry).Value.DataType", value: attribute.type)
            form.add("\(entry).Value.StringValue", value: attribute.value)
        }
        form.add("PhoneNumber", value: message.phone.e164)
        form.add("Version", value: "2010-03-31")
        return aws.request(form.bytes, at: now)
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        reply.refusal(at: now) { AWSProblem(code: Self.text(of: "Code", in: $0.body)) }
            ?? .accepted(id: Self.id(in: reply.body))
    }

    /// Nil when there is no id that can be stored.
    private static func id(in body: [UInt8]) -> String? {
        text(of: "MessageId", in: body).flatMap(DeliveryReceipt.storableID)
    }

    /// The text of the first XML element of this name, if it is of letters, digits and dashes.
    private static func text(of name: String, in xml: [UInt8]) -> String? {
        guard let start = xml.firstRange(of: Array("<\(name)>".utf8)) else { return nil }
        let rest = xml[start.upperBound...]
        guard let end = rest.firstRange(of: Array("</\(name)>".utf8)) else { return nil }
        let text = rest[..<end.lowerBound]
        guard !text.isEmpty, text.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}

extension SNS: GatewayProvider {
    package static let kind = "sns"

    package static let settings: [any DeclaredSetting] = AWSProviderSettings.all + CommonSettings.way.all

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var sns = SNSSettings(access: try values.awsAccess())
        sns.sender = try values.senders()
        sns.maxPrice = try values.valueIfSet(of: AWSProviderSettings.maxPrice)
        sns.india = try values.india()
        if let url = try values.valueIfSet(of: CommonSettings.url) { sns.url = url }
        let settings = sns
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try SNS(settings) }
    }

    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .none(because: "Amazon SNS does not report the status of an SMS")
    }
}
