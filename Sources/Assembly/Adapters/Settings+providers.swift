import SMSGateways

// Each provider's settings, from the names that serve all kinds.
extension Settings {
    func webhook(_ described: GatewaySettings) throws(SettingsProblem) -> WebhookSettings {
        var webhook = WebhookSettings(url: try value(of: described.url), secret: try value(of: described.secret))
        webhook.bearerToken = try valueIfSet(of: described.token)
        webhook.sender = try valueIfSet(of: described.sender)
        webhook.honorsIdempotencyKeys = try value(of: described.honorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try value(of: described.serverErrorsMeanNotSent)
        webhook.tellsReceipts = try receiptsURL(of: described) != nil
        return webhook
    }

    func twilio(_ described: GatewaySettings) throws(SettingsProblem) -> TwilioSettings {
        var twilio = TwilioSettings(
            account: try value(of: described.account), secret: try secret(described),
            sender: try value(of: described.sender))
        twilio.apiKey = try valueIfSet(of: described.apiKey)
        twilio.redacts = try value(of: described.redacts)
        twilio.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { twilio.url = url }
        return twilio
    }

    func vonage(_ described: GatewaySettings) throws(SettingsProblem) -> VonageSettings {
        var vonage = VonageSettings(
            account: try value(of: described.account), secret: try secret(described),
            sender: try value(of: described.sender))
        vonage.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { vonage.url = url }
        return vonage
    }

    func messageBird(_ described: GatewaySettings) throws(SettingsProblem) -> MessageBirdSettings {
        var messageBird = MessageBirdSettings(
            secret: try secret(described), sender: try value(of: described.sender))
        messageBird.receiptsURL = try receiptsURL(of: described)
        if let url = try valueIfSet(of: described.url) { messageBird.url = url }
        return messageBird
    }

    func bird(_ described: GatewaySettings) throws(SettingsProblem) -> BirdSettings {
        var bird = BirdSettings(secret: try secret(described), sender: try value(of: described.sender))
        if let url = try valueIfSet(of: described.url) { bird.url = url }
        return bird
    }

    func sns(_ described: GatewaySettings) throws(SettingsProblem) -> SNSSettings {
        var sns = SNSSettings(access: try aws(described))
        sns.sender = try valueIfSet(of: described.sender)
        sns.maxPrice = try valueIfSet(of: described.maxPrice)
        sns.india = try india(described)
        if let url = try valueIfSet(of: described.url) { sns.url = url }
        return sns
    }

    func endUserMessaging(_ described: GatewaySettings) throws(SettingsProblem) -> EndUserMessagingSettings {
        var messaging = EndUserMessagingSettings(access: try aws(described))
        messaging.sender = try valueIfSet(of: described.sender)
        messaging.maxPrice = try valueIfSet(of: described.maxPrice)
        messaging.india = try india(described)
        messaging.configurationSet = try valueIfSet(of: described.configurationSet)
        if let url = try valueIfSet(of: described.url) { messaging.url = url }
        return messaging
    }

    func kannel(_ described: GatewaySettings) throws(SettingsProblem) -> KannelSettings {
        var kannel = KannelSettings(account: try value(of: described.account), secret: try secret(described))
        kannel.sender = try valueIfSet(of: described.sender)
        kannel.smsc = try valueIfSet(of: described.smsc)
        kannel.receiptsURL = try receiptsURL(of: described)
        kannel.receiptsToken = try valueIfSet(of: described.receipts.token).map { Secret($0) }
        if let url = try valueIfSet(of: described.url) { kannel.url = url }
        return kannel
    }

    func smpp(_ described: GatewaySettings) throws(SettingsProblem) -> SMPPGatewaySettings {
        var smpp = SMPPGatewaySettings(
            url: try value(of: described.url), account: try value(of: described.account),
            secret: try secret(described))
        smpp.sender = try valueIfSet(of: described.sender)
        smpp.systemType = try valueIfSet(of: described.systemType) ?? ""
        smpp.longTexts = try value(of: described.longTexts)
        smpp.window = try places(of: described)
        smpp.allowsPlaintext = try value(of: described.plaintext)
        smpp.receiptIDs = try value(of: described.receipts.ids)
        return smpp
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

    /// Both registrations, or neither.
    private func india(_ described: GatewaySettings) throws(SettingsProblem) -> IndianRegistration? {
        guard isSet(described.indiaEntity) || isSet(described.indiaTemplate) else { return nil }
        return IndianRegistration(
            entityID: try value(of: described.indiaEntity), templateID: try value(of: described.indiaTemplate))
    }

    private func secret(_ described: GatewaySettings) throws(SettingsProblem) -> Secret {
        Secret(try value(of: described.secret))
    }
}
