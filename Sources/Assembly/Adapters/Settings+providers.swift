import ConnectionSupport
import PhoneNumbers
import SMSGateways

// Each provider's settings, from the names that serve all kinds.
extension Settings {
    func webhook(_ described: GatewaySettings) throws(SettingsProblem) -> WebhookSettings {
        var webhook = WebhookSettings(url: try value(of: described.url), secret: try value(of: described.secret))
        webhook.bearerToken = try valueIfSet(of: described.token)
        webhook.sender = try senders(described)
        webhook.india = try india(described)
        webhook.honorsIdempotencyKeys = try value(of: described.honorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try value(of: described.serverErrorsMeanNotSent)
        webhook.includes = try value(of: described.includes)
        webhook.tellsReceipts = try receiptsURL(of: described) != nil
        return webhook
    }

    func twilio(_ described: GatewaySettings) throws(SettingsProblem) -> TwilioSettings {
        var twilio = TwilioSettings(
            account: try value(of: described.account), secret: try secret(described),
            sender: try neededSenders(described))
        twilio.apiKey = try valueIfSet(of: described.apiKey)
        twilio.redacts = try value(of: described.redacts)
        twilio.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { twilio.url = url }
        return twilio
    }

    func vonage(_ described: GatewaySettings) throws(SettingsProblem) -> VonageSettings {
        var vonage = VonageSettings(
            account: try value(of: described.account), secret: try secret(described),
            sender: try neededSenders(described))
        vonage.india = try india(described)
        vonage.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { vonage.url = url }
        return vonage
    }

    func messageBird(_ described: GatewaySettings) throws(SettingsProblem) -> MessageBirdSettings {
        var messageBird = MessageBirdSettings(
            secret: try secret(described), sender: try neededSenders(described))
        messageBird.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { messageBird.url = url }
        return messageBird
    }

    func bird(_ described: GatewaySettings) throws(SettingsProblem) -> BirdSettings {
        var bird = BirdSettings(secret: try secret(described), sender: try neededSenders(described))
        if let url = try valueIfSet(of: described.url) { bird.url = url }
        return bird
    }

    func sns(_ described: GatewaySettings) throws(SettingsProblem) -> SNSSettings {
        var sns = SNSSettings(access: try aws(described))
        sns.sender = try senders(described)
        sns.maxPrice = try valueIfSet(of: described.maxPrice)
        sns.india = try india(described)
        if let url = try valueIfSet(of: described.url) { sns.url = url }
        return sns
    }

    func endUserMessaging(_ described: GatewaySettings) throws(SettingsProblem) -> EndUserMessagingSettings {
        var messaging = EndUserMessagingSettings(access: try aws(described))
        messaging.sender = try senders(described)
        messaging.maxPrice = try valueIfSet(of: described.maxPrice)
        messaging.india = try india(described)
        messaging.configurationSet = try valueIfSet(of: described.configurationSet)
        if let url = try valueIfSet(of: described.url) { messaging.url = url }
        return messaging
    }

    func kannel(_ described: GatewaySettings) throws(SettingsProblem) -> KannelSettings {
        var kannel = KannelSettings(account: try value(of: described.account), secret: try secret(described))
        kannel.sender = try senders(described)
        kannel.smsc = try valueIfSet(of: described.smsc)
        kannel.india = try india(described)
        kannel.receiptsURL = try receiptsURL(of: described)
        kannel.receiptsToken = try valueIfSet(of: described.receipts.token).map { Secret($0) }
        if let url = try valueIfSet(of: described.url) { kannel.url = url }
        return kannel
    }

    func smpp(_ described: GatewaySettings) throws(SettingsProblem) -> SMPPGatewaySettings {
        var smpp = SMPPGatewaySettings(
            url: try value(of: described.url), account: try value(of: described.account),
            secret: try secret(described))
        smpp.sender = try senders(described)
        let own = described.smpp
        smpp.systemType = try valueIfSet(of: own.systemType) ?? ""
        smpp.longTexts = try value(of: own.longTexts)
        smpp.window = try places(of: described)
        smpp.allowsPlaintext = try value(of: own.plaintext)
        smpp.alphabet = try value(of: own.alphabet)
        smpp.dataCoding = try value(of: own.dataCoding)
        smpp.validity = try value(of: own.validity)
        smpp.sourceKind = SMPPNumberKind(
            ton: try valueIfSet(of: own.sourceTon), npi: try valueIfSet(of: own.sourceNpi))
        smpp.destinationKind = SMPPNumberKind(
            ton: try valueIfSet(of: own.destinationTon), npi: try valueIfSet(of: own.destinationNpi))
        smpp.bind = try value(of: own.bind)
        smpp.tlvs = try valueIfSet(of: own.tlvs) ?? [:]
        smpp.india = try india(described)
        smpp.indiaTLVs = try value(of: own.indiaTLVs)
        smpp.trust = try way(described.way).trust
        smpp.receiptIDs = try value(of: described.receipts.ids)
        smpp.receiptOf = try value(of: described.receipts.of)
        return smpp
    }

    /// What is odd about a gateway's settings, though they can be used; nil for nothing.
    package func advice(on described: GatewaySettings) throws(SettingsProblem) -> String? {
        guard try value(of: described.kind) == .smpp else { return nil }
        return try smpp(described).advice.map { "\(described.parent).\($0)" }
    }

    /// How many calls may be under way at once.
    ///
    /// An SMSC takes ten as a rule. A request that waits for a place must not wait behind its claim, so the places are
    /// the SMSC's window.
    package func places(of described: GatewaySettings) throws(SettingsProblem) -> Int {
        if let places = try valueIfSet(of: described.inFlight) { return places }
        return try valueIfSet(of: described.kind) == .smpp ? 10 : 1_000
    }

    private func aws(_ described: GatewaySettings) throws(SettingsProblem) -> AWSAccess {
        var access = AWSAccess(
            region: try value(of: described.region), account: try value(of: described.account),
            secret: try secret(described))
        access.token = try valueIfSet(of: described.token).map { Secret($0) }
        return access
    }

    /// The registration of the sender and of texts, or none of either.
    private func india(_ described: GatewaySettings) throws(SettingsProblem) -> IndianRegistration? {
        let (entity, template, templates) = (
            described.indiaEntity, described.indiaTemplate, described.indiaTemplates
        )
        guard isSet(entity) || isSet(template) || isSet(templates) else { return nil }
        var all = try valueIfSet(of: templates) ?? [:]
        if all.isEmpty || isSet(template) { try add(try value(of: template), to: &all, template, templates) }
        return IndianRegistration(entityID: try value(of: entity), templates: all)
    }

    /// The senders of a provider that needs one for every number.
    private func neededSenders(_ described: GatewaySettings) throws(SettingsProblem) -> Senders {
        let senders = try senders(described)
        if senders.usual != nil { return senders }
        return Senders(try value(of: described.sender), byRegion: senders.byRegion)
    }

    private func senders(_ described: GatewaySettings) throws(SettingsProblem) -> Senders {
        let (sender, senders) = (described.sender, described.senders)
        var all = try valueIfSet(of: senders) ?? [:]
        if let usual = try valueIfSet(of: sender) { try add(usual, to: &all, sender, senders) }
        let usual = all.removeValue(forKey: Self.rest)
        for region in all.keys.sorted() where !NumberingPlan.builtIn.regions.contains(region) {
            throw SettingsProblem("\(senders.name): \(region) is no region such as IN")
        }
        return Senders(usual, byRegion: all)
    }

    private static let rest = "*"

    /// The value of the plain setting stands for the rest, which the mapping may name too.
    private func add(
        _ value: String, to all: inout [String: String], _ plain: Setting<String>, _ mapping: Setting<[String: String]>
    ) throws(SettingsProblem) {
        guard all.updateValue(value, forKey: Self.rest) == nil else {
            throw SettingsProblem("\(plain.name) is set, and \(mapping.name) names * as well")
        }
    }

    private func secret(_ described: GatewaySettings) throws(SettingsProblem) -> Secret {
        Secret(try value(of: described.secret))
    }
}
