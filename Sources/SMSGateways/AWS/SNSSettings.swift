import ConnectionSupport

/// How to publish through Amazon SNS.
package struct SNSSettings: Sendable {
    /// Whose account pays, in which region.
    package var access: AWSAccess
    /// `https`, or `http` to this machine; the region's own unless it is set.
    package var url: String
    /// A sender name of 1 to 11 letters and digits, or a number of the account's; nil for what AWS picks.
    package var sender: String?
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

    /// What every message says besides text and number, by AWS' names.
    func attributes() throws(GatewaySettingsError) -> [SNSAttribute] {
        var attributes = [SNSAttribute("AWS.SNS.SMS.SMSType", "Transactional")]
        if let sender { attributes.append(SNSAttribute(try Self.kind(of: sender), sender)) }
        if let maxPrice {
            attributes.append(
                SNSAttribute("AWS.SNS.SMS.MaxPrice", try AWSPrice.check(maxPrice), type: "Number"))
        }
        if let india {
            try india.check()
            attributes.append(SNSAttribute("AWS.MM.SMS.EntityId", india.entityID))
            attributes.append(SNSAttribute("AWS.MM.SMS.TemplateId", india.templateID))
        }
        return attributes
    }

    /// A name must have a letter, so that no number is a name.
    private static func kind(of sender: String) throws(GatewaySettingsError) -> String {
        let bytes = sender.utf8
        if (1...11).contains(bytes.count), bytes.allSatisfy(\.isASCIILetterOrDigit),
            bytes.contains(where: \.isASCIILetter)
        {
            return "AWS.SNS.SMS.SenderID"
        }
        let digits = sender.hasPrefix("+") ? bytes.dropFirst() : bytes[...]
        guard (3...15).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else {
            throw GatewaySettingsError(.malformedSender, setting: "sender")
        }
        return "AWS.MM.SMS.OriginationNumber"
    }
}
