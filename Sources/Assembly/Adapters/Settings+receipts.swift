import ConnectionSupport
import SMSGateways
import VerificationCore
import Verifications

extension Settings {
    /// The gateways whose providers call with receipts, by their names.
    ///
    /// `page` makes a `GET` of a page that a receipt names, the way that its gateway's calls go.
    ///
    /// It gives the body of a 200, and nil for every other end.
    package func receiptSources(
        page: @escaping @Sendable (_ url: String, _ way: HTTPWay) async -> [UInt8]?
    ) throws(SettingsProblem) -> [String: ReceiptIntake.Source] {
        // An API without receipts starts without a gateway.
        guard isSet(ReceiptSettings.url) else { return [:] }
        var sources: [String: ReceiptIntake.Source] = [:]
        for described in gateways {
            let kind = try value(of: described.kind)
            guard let url = try receiptsURL(of: described),
                let reader = try receiptReader(of: described, kind, page: page)
            else { continue }
            sources[described.name ?? kind.rawValue] = ReceiptIntake.Source(url: url, reader: reader)
        }
        return sources
    }

    /// What is wrong with a gateway's own settings, by the names that the operator knows.
    func problem(_ error: GatewaySettingsError, of described: GatewaySettings) -> SettingsProblem {
        guard error.setting == "receiptsURL" else { return SettingsProblem("\(described.parent).\(error)") }
        return SettingsProblem(
            "\(ReceiptSettings.url.name): the URL for \(described.parent) \(error.code.rawValue)")
    }

    private func receiptReader(
        of described: GatewaySettings, _ kind: GatewayKind,
        page: @escaping @Sendable (_ url: String, _ way: HTTPWay) async -> [UInt8]?
    ) throws(SettingsProblem) -> (any ReceiptReader)? {
        switch kind {
        case .twilio: return TwilioReceipts(authToken: try twilioToken(described))
        case .vonage:
            return VonageReceipts(
                signatureSecret: Secret(try value(of: described.receipts.secret)),
                method: try value(of: described.receipts.method))
        case .messagebird: return MessageBirdReceipts(signingKey: Secret(try value(of: described.receipts.secret)))
        case .bird:
            let secret = Secret(try value(of: described.receipts.secret))
            return try checked(described) { () throws(GatewaySettingsError) in try BirdReceipts(secret: secret) }
        case .webhook:
            let secret = Secret(try value(of: described.secret))
            return try checked(described) { () throws(GatewaySettingsError) in try WebhookReceipts(secret: secret) }
        case .kannel:
            let token = Secret(try value(of: described.receipts.token))
            return try checked(described) { () throws(GatewaySettingsError) in try KannelReceipts(token: token) }
        case .endUserMessaging:
            let (topic, way) = (try value(of: described.receipts.topic), try way(described.way))
            return try checked(described) { () throws(GatewaySettingsError) in
                try EndUserMessagingReceipts(topic: topic) { await page($0, way) }
            }
        case .sandbox, .sns, .smpp: return nil
        }
    }

    private func twilioToken(_ described: GatewaySettings) throws(SettingsProblem) -> Secret {
        if let token = try valueIfSet(of: described.receipts.secret) { return Secret(token) }
        return Secret(try value(of: described.secret))
    }

    private func checked<Reader>(
        _ described: GatewaySettings, _ make: () throws(GatewaySettingsError) -> Reader
    ) throws(SettingsProblem) -> Reader {
        do throws(GatewaySettingsError) {
            return try make()
        } catch {
            throw problem(error, of: described)
        }
    }
}
