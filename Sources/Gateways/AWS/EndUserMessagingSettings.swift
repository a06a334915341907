import Connections

/// How to send through AWS End User Messaging SMS.
package struct EndUserMessagingSettings: Sendable {
    /// Whose account pays, in which region.
    package var access: AWSAccess
    /// `https`, or `http` to this machine; the region's own unless it is set.
    package var url: String
    /// A number, a sender name or a pool, by its name, id or ARN; none for what AWS picks.
    package var sender = Senders.none
    /// The configuration set that says where AWS reports deliveries; without it AWS reports none.
    package var configurationSet: String?
    /// The most that one part may cost, in US dollars, for example `0.10`; what costs more is refused.
    package var maxPrice: String?
    /// The sender's registration in India, which AWS needs for messages to Indian numbers with a sender name.
    package var india: IndianRegistration?

    package init(access: AWSAccess) {
        self.access = access
        url = AWSAccess.url(of: "sms-voice", in: access.region)
    }
}

extension EndUserMessagingSettings: Concealed {
    /// Tells neither key nor URL.
    package var description: String { "aws-end-user-messaging" }
}

extension EndUserMessagingSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> AWSEndpoint {
        try AWSEndpoint(
            access, service: "sms-voice", url: url, contentType: "application/x-amz-json-1.0",
            accepts: "application/json", target: "PinpointSMSVoiceV2.SendTextMessage")
    }

    /// - Throws: what AWS would refuse in every message.
    func check() throws(GatewaySettingsError) {
        try sender.check { Self.isName($0, with: "_:/+-") }
        guard configurationSet.map({ Self.isName($0, with: "_:/-") }) ?? true else {
            throw GatewaySettingsError(.malformedName, setting: "configurationSet")
        }
        if let maxPrice { _ = try AWSPrice.check(maxPrice) }
        try india?.check()
    }

    private static func isName(_ text: String, with others: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || others.utf8.contains($0) }
    }
}
