import Connections
import GatewayKit
import SMPP
import Synchronization
import VerificationCore

/// Hands messages to an SMSC over one link, or over one for each way, which live as long as `run`.
///
/// A message of several parts goes out part by part. When a later part does not get through, nobody knows what the
/// person sees, so the message is unknown and not sent again. `SMPPReceiptOf` says which part's id is the message's.
package final class SMPPGateway: ConnectedGateway {
    package let name: String
    /// Takes a receipt, and returns whether it is safe; if not, the SMSC shall send it again.
    ///
    /// The same receipt may come twice.
    package typealias ReceiptCallback = @Sendable (DeliveryReceipt) async -> Bool

    package let reportsDelivery: Bool
    /// SMPP knows no key: a second `submit_sm` is a second SMS.
    package let honorsIdempotencyKeys = false
    package let keepsDeadlines = true
    private let links: SMPPLinks
    private let messages: SMPPMessages
    private let ids: SMPPReceiptIDs
    private let receiptOf: SMPPReceiptOf
    private let now: @Sendable () -> Timestamp
    private let tells: @Sendable (GatewayLink) -> Void
    private let lastReference = Atomic<UInt8>(0)

    /// Checks the settings; `run` opens the connection.
    ///
    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - settings: Where the SMSC is, and how it wants its messages.
    ///   - receipts: Takes each receipt; when nil, or when the bind hears none, the SMSC is asked for none.
    ///   - now: The time that a validity in moments is measured by.
    ///   - tells: Hears of each change of the connections.
    /// - Throws: what is wrong with the settings.
    package init(
        name: String, settings: SMPPGatewaySettings, receipts: ReceiptCallback? = nil,
        now: @escaping @Sendable () -> Timestamp, tells: @escaping @Sendable (GatewayLink) -> Void = { _ in }
    ) throws(GatewaySettingsError) {
        self.name = name
        (self.tells, self.now) = (tells, now)
        (ids, receiptOf) = (settings.receiptIDs, settings.receiptOf)
        reportsDelivery = receipts != nil && settings.bind.hearsReceipts
        messages = try SMPPMessages(settings, asksForReceipts: reportsDelivery)
        let (configurations, ids) = (try settings.configurations(), ids)
        do throws(SMPPError) {
            links = try SMPPLinks(configurations) { message in
                // A `deliver_sm` that is no receipt is a person's answer to an SMS, which verifyd does not read.
                guard let receipts, let told = SMPPReceipt(message, ids: ids) else { return true }
                return await receipts(told.receipt)
            }
        } catch {
            throw GatewaySettingsError(.malformedCredential, setting: "account")
        }
    }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        let end = ContinuousClock.now + min(deadline, .seconds(3_600))
        let reference = lastReference.wrappingAdd(1, ordering: .relaxed).newValue
        var parts: [String] = []
        for submit in messages.submits(of: message, reference: reference, at: now()) {
            switch await links.sending.submit(submit, deadline: end) {
            case .accepted(let id): parts.append(ids.submitted(id))
            case .refused(let status): return parts.isEmpty ? status.outcome : .unknown(reason: "partly-sent")
            case .notSent(let reason): return parts.isEmpty ? reason.outcome : .unknown(reason: "partly-sent")
            case .unknown(let reason): return .unknown(reason: reason.rawValue)
            }
        }
        return .accepted(id: receiptOf.id(among: parts))
    }

    package func run() async { await links.run(tells: tells) }

    package var isUp: Bool? { links.state == .up }

    /// Waits until the SMSC has accepted every bind; `run` must be under way.
    package func probe(within limit: Duration) async -> GatewayProbe {
        let looking = Task { await links.look() }
        let timer = Task {
            // A cancelled sleep means that the bind came first.
            try? await Task.sleep(for: limit)
            looking.cancel()
        }
        defer { timer.cancel() }
        return await looking.value
    }

    package func shutdown() async { await links.shutDown(within: .seconds(2)) }
}

extension CommandStatus {
    /// What a refused `submit_sm` means.
    fileprivate var outcome: SendOutcome {
        switch remedy {
        case .later, .rebind, .onceMore: .refused(reason: word, .forNow)
        case .slower: .throttled(after: nil)
        case .otherNumber: .refused(reason: word, .byEveryGateway)
        case .otherSender, .otherGateway, .nothing: .refused(reason: word, .byThisGateway)
        }
    }
}

extension SubmitEnd.NotSentReason {
    fileprivate var outcome: SendOutcome {
        switch self {
        case .notBound, .noPlaceInTime, .closed, .cancelled: .refused(reason: rawValue, .forNow)
        case .unwritable: .refused(reason: rawValue, .byThisGateway)
        }
    }
}

/// What an SMSC's `deliver_sm` says of a message, in the statuses that fit every gateway.
struct SMPPReceipt {
    let receipt: DeliveryReceipt

    /// Nil for a person's answer to an SMS, and for a receipt without an id that can be stored.
    init?(_ message: DeliverMessage, ids: SMPPReceiptIDs) {
        guard let told = SMSCReceipt(message),
            let id = DeliveryReceipt.storableID(ids.received(told.messageID))
        else { return nil }
        receipt = DeliveryReceipt(
            gatewayID: id, status: told.state.status,
            reason: DeliveryReceipt.reason(error: told.networkError))
    }
}

extension MessageState {
    fileprivate var status: DeliveryStatus {
        switch self {
        case .scheduled, .enRoute: .queued
        case .accepted: .sent
        case .delivered: .delivered
        case .undeliverable, .deleted: .undelivered
        case .skipped: .failed
        case .expired: .expired
        case .rejected: .rejected
        case .unknown: .unknown
        }
    }
}

extension SMPPGateway: GatewayProvider {
    package static let kind = "smpp"

    package static var settings: [any DeclaredSetting] { SMPPSettings.all }

    /// An SMSC takes ten as a rule.
    ///
    /// A request that waits for a place must not wait behind its claim, so the places are the SMSC's window.
    package static let usualInFlight = 10

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
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
    package static func settings(from values: GatewayValues) throws(SettingsError) -> SMPPGatewaySettings {
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

    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        guard try values.value(of: SMPPSettings.bind).hearsReceipts else {
            return .none(because: "\(values.name(of: SMPPSettings.bind)) is transmitter")
        }
        let asked = SMPPSettings.asksForReceipts
        return try values.value(of: asked) ? .connection : .none(because: "\(values.name(of: asked)) is false")
    }

    package static func advice(on values: GatewayValues) throws(SettingsError) -> String? {
        try settings(from: values).advice
    }
}
