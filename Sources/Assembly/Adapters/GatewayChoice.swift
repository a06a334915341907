import SMSGateways
import Sandbox
import VerificationCore

/// A gateway as the settings describe it.
package enum GatewayChoice: Sendable {
    /// Sends nothing, and shows in its inbox what it was given.
    case sandbox(SandboxGateway, SandboxInbox)
    /// Hands messages to a provider over the network.
    case provider(any ConnectedGateway)

    /// - Parameters:
    ///   - settings: the installation's.
    ///   - described: one of the settings' gateways.
    ///   - tells: hears of each change of a standing connection to the provider.
    ///   - keeps: takes each receipt that comes over such a connection, or from a sandbox, and returns whether it is safe;
    ///     nil asks for no receipts.
    /// - Throws: a `SettingsProblem` when a setting is missing or cannot work.
    package init(
        _ settings: Settings, _ described: GatewaySettings,
        tells: @escaping @Sendable (_ gateway: String, GatewayLink) -> Void = { _, _ in },
        keeps: (@Sendable (GatewayReceipt) async -> Bool)? = nil
    ) throws {
        let kind = try settings.value(of: described.kind)
        try settings.refuseStrangers(to: kind, described)
        let name = described.name ?? kind.rawValue
        let receipts = keeps.map { keeps in
            { @Sendable receipt in await keeps(GatewayReceipt(gateway: name, receipt: receipt)) }
        }
        switch kind {
        case .sandbox:
            let inbox = SandboxInbox()
            let provider = SandboxProvider(inbox: inbox, now: Machine.now)
            self = .sandbox(SandboxGateway(name: name, provider: provider, receipts: receipts), inbox)
        case .webhook: self = .provider(try settings.gateway(name, described, settings.webhook, Webhook.init))
        case .twilio: self = .provider(try settings.gateway(name, described, settings.twilio, Twilio.init))
        case .vonage: self = .provider(try settings.gateway(name, described, settings.vonage, Vonage.init))
        case .messagebird:
            self = .provider(try settings.gateway(name, described, settings.messageBird, MessageBird.init))
        case .bird: self = .provider(try settings.gateway(name, described, settings.bird, Bird.init))
        case .sns: self = .provider(try settings.gateway(name, described, settings.sns, SNS.init))
        case .endUserMessaging:
            self = .provider(
                try settings.gateway(name, described, settings.endUserMessaging, EndUserMessaging.init))
        case .smpp:
            self = .provider(try settings.smppGateway(name, described, receipts: receipts) { tells(name, $0) })
        case .kannel: self = .provider(try settings.gateway(name, described, settings.kannel, Kannel.init))
        }
    }

    /// The gateway alone, of whatever kind.
    package var gateway: any SMSGateway {
        switch self {
        case .sandbox(let gateway, _): gateway
        case .provider(let gateway): gateway
        }
    }
}

extension Settings {
    /// A setting that the gateway's kind does not read is a mistake that nobody would notice otherwise.
    ///
    /// The sandbox lets all stand, so that it can take a real gateway's place for a trial by `gateway.kind` alone.
    fileprivate func refuseStrangers(to kind: GatewayKind, _ described: GatewaySettings) throws(SettingsProblem) {
        guard kind != .sandbox else { return }
        let known = Set(described.settings(of: kind).map(\.name))
        if let stranger = described.all.first(where: { isSet($0) && !known.contains($0.name) }) {
            throw SettingsProblem("\(stranger.name) is set, but a gateway of kind \(kind.rawValue) does not read it")
        }
    }

    /// Reads a provider's own settings, and makes the gateway from them.
    fileprivate func gateway<ProviderSettings, Provider: HTTPProvider>(
        _ name: String, _ described: GatewaySettings,
        _ read: (GatewaySettings) throws(SettingsProblem) -> ProviderSettings,
        _ make: (ProviderSettings) throws(GatewaySettingsError) -> Provider
    ) throws(SettingsProblem) -> HTTPGateway<Provider> {
        let (own, connections) = (try read(described), try places(of: described))
        let (way, reports) = (try way(described.way), try receiptsURL(of: described) != nil)
        do throws(GatewaySettingsError) {
            return try HTTPGateway(
                name: name, provider: try make(own), connections: connections, way: way, reportsDelivery: reports,
                now: Machine.now)
        } catch {
            throw problem(error, of: described)
        }
    }

    fileprivate func smppGateway(
        _ name: String, _ described: GatewaySettings, receipts: SMPPGateway.ReceiptHandler?,
        tells: @escaping @Sendable (GatewayLink) -> Void
    ) throws(SettingsProblem) -> SMPPGateway {
        let (own, asked) = (try smpp(described), described.receipts.areAsked)
        let isAsked = try value(of: asked)
        guard own.bind.hearsReceipts || !isAsked || !isSet(asked) else {
            throw SettingsProblem(
                "\(asked.name) is true, but \(described.smpp.bind.name) is transmitter, which hears none")
        }
        do throws(GatewaySettingsError) {
            return try SMPPGateway(
                name: name, settings: own, receipts: isAsked ? receipts : nil, now: Machine.now, tells: tells)
        } catch {
            throw problem(error, of: described)
        }
    }
}
