import Connections
import GatewayKit

extension SMPPGateway: GatewayProvider {
    package static let kind = "smpp"

    package static var settings: [any DeclaredSetting] { SMPPSettings.all }

    /// An SMSC takes ten as a rule.
    ///
    /// A request that waits for a place must not wait behind its claim, so the places are the SMSC's window.
    package static let usualInFlight = 10

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var settings = try self.settings(from: values)
        settings.window = context.inFlight
        let asked = SMPPSettings.asksForReceipts
        let isAsked = try values.value(of: asked)
        guard settings.bind.hearsReceipts || !isAsked || !values.isSet(asked) else {
            throw values.problem(
                with: asked, "is true, but \(values.name(of: SMPPSettings.bind)) is transmitter, which hears none")
        }
        let whole = settings
        return try values.named { () throws(GatewaySettingsError) in
            try SMPPGateway(
                name: context.name, settings: whole, receipts: isAsked ? context.receive : nil, now: context.now,
                tells: context.linkChanged)
        }
    }

    /// The values by this kind's settings; the window is the process's to say.
    package static func settings(from values: GatewayValues) throws(SettingsProblem) -> SMPPGatewaySettings {
        var smpp = SMPPGatewaySettings(
            url: try values.value(of: CommonSettings.url), account: try values.value(of: CommonSettings.account),
            secret: try values.secret())
        smpp.sender = try values.senders()
        smpp.systemType = try values.valueIfSet(of: SMPPSettings.systemType) ?? ""
        smpp.longTexts = try values.value(of: SMPPSettings.longTexts)
        smpp.allowsPlaintext = try values.value(of: SMPPSettings.plaintext)
        smpp.alphabet = try values.value(of: SMPPSettings.alphabet)
        smpp.dataCoding = try values.value(of: SMPPSettings.dataCoding)
        smpp.validity = try values.value(of: SMPPSettings.validity)
        smpp.sourceKind = SMPPNumberKind(
            ton: try values.valueIfSet(of: SMPPSettings.sourceTon),
            npi: try values.valueIfSet(of: SMPPSettings.sourceNpi))
        smpp.destinationKind = SMPPNumberKind(
            ton: try values.valueIfSet(of: SMPPSettings.destinationTon),
            npi: try values.valueIfSet(of: SMPPSettings.destinationNpi))
        smpp.bind = try values.value(of: SMPPSettings.bind)
        smpp.tlvs = try values.valueIfSet(of: SMPPSettings.tlvs) ?? [:]
        smpp.india = try values.india()
        smpp.indiaTLVs = try values.value(of: SMPPSettings.indiaTLVs)
        smpp.trust = try values.way(CommonSettings.way).trust
        smpp.receiptIDs = try values.value(of: SMPPSettings.receiptIDs)
        smpp.receiptOf = try values.value(of: SMPPSettings.receiptOf)
        return smpp
    }

    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        guard try values.value(of: SMPPSettings.bind).hearsReceipts else {
            return .none(because: "\(values.name(of: SMPPSettings.bind)) is transmitter")
        }
        let asked = SMPPSettings.asksForReceipts
        return try values.value(of: asked) ? .connection : .none(because: "\(values.name(of: asked)) is false")
    }

    package static func advice(on values: GatewayValues) throws(SettingsProblem) -> String? {
        try settings(from: values).advice
    }
}
