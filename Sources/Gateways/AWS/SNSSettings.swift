import Connections
import VerificationCore

/// How to publish through Amazon SNS.
package struct SNSSettings: Sendable {
    /// Whose account pays, in which region.
    package var access: AWSAccess
    /// `https`, or `http` to this machine; the region's own unless it is set.
    package var url: String
    /// A sender name of 1 to 11 letters and digits, or a number of the account's; none for what AWS picks.
    package var sender = Senders.none
    /// The most that one part may cost, in US dollars, for example `0.10`; what costs more is not sent, and AWS does not
    /// say so in its answer.
    package var maxPrice: String?
    /// The sender's registration in India, which AWS needs for messages to Indian numbers with a sender name.
    package var india: IndianRegistration?

    package init(access: AWSAccess) {
        self.access = access
        url = AWSAccess.url(of: "sns", in: access.region)
    }
}

extension SNSSettings: Concealed {
    /// Tells neither key nor URL.
    package var description: String { "aws-sns" }
}

extension SNSSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> AWSEndpoint {
        try AWSEndpoint(access, service: "sns", url: url, contentType: FormBody.contentType, accepts: "application/xml")
    }

    /// - Throws: what AWS would refuse in every message.
    func check() throws(GatewaySettingsError) {
        try sender.check { Self.kind(of: $0) != nil }
        if let maxPrice { _ = try AWSPrice.check(maxPrice) }
        try india?.check()
    }

    /// What a message says besides text and number, by AWS' names.
    func attributes(of message: OutgoingMessage) -> [SNSAttribute] {
        let (sender, india) = (sender[message.phone], india?.ids(for: message))
        return [
            SNSAttribute("AWS.SNS.SMS.SMSType", value: "Transactional"),
            sender.flatMap { sender in Self.kind(of: sender).map { SNSAttribute($0, value: sender) } },
            maxPrice.map { SNSAttribute("AWS.SNS.SMS.MaxPrice", value: $0, type: "Number") },
            india.map { SNSAttribute("AWS.MM.SMS.EntityId", value: $0.entity) },
            india?.template.map { SNSAttribute("AWS.MM.SMS.TemplateId", value: $0) },
        ].compactMap(\.self)
    }

    /// The attribute for a sender; nil for what AWS takes for none.
    ///
    /// A name must have a letter, so that no number is a name.
    private static func kind(of sender: String) -> String? {
        let bytes = sender.utf8
        if (1...11).contains(bytes.count), bytes.allSatisfy(\.isASCIILetterOrDigit),
            bytes.contains(where: \.isASCIILetter)
        {
            return "AWS.SNS.SMS.SenderID"
        }
        let digits = sender.hasPrefix("+") ? bytes.dropFirst() : bytes[...]
        guard (3...15).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return "AWS.MM.SMS.OriginationNumber"
    }
}

/// One attribute of a message that is published through Amazon SNS.
struct SNSAttribute: Sendable {
    let name: String
    let type: String
    let value: String

    init(_ name: String, value: String, type: String = "String") {
        self.name = name
        self.type = type
        self.value = value
    }
}

/// A price as AWS writes it: at most two digits, a point, one to five digits.
enum AWSPrice {
    /// The same text.
    ///
    /// - Throws: `malformedPrice` for the setting `maxPrice`.
    static func check(_ text: String) throws(GatewaySettingsError) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 2, (1...5).contains(parts[1].count),
            parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
        else { throw GatewaySettingsError(.malformedPrice, setting: "maxPrice") }
        return text
    }
}
