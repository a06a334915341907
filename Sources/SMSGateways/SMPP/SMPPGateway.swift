import SMPP
import Synchronization
import VerificationCore

/// Hands messages to an SMSC over one link, which lives as long as `run`.
///
/// A message of several parts goes out part by part. When a later part does not get through, nobody knows what the
/// person sees, so the message is unknown and not sent again. A receipt is asked for the last part only, and the last
/// part's id is the message's.
package final class SMPPGateway: ConnectedGateway {
    package let name: String
    /// Takes a receipt, and returns whether it is safe; if not, the SMSC shall tell it again.
    ///
    /// The same receipt may come twice.
    package typealias ReceiptHandler = @Sendable (VerificationCore.DeliveryReceipt) async -> Bool

    package let reportsDelivery: Bool
    /// SMPP knows no key: a second `submit_sm` is a second SMS.
    package let honorsIdempotencyKeys = false
    package let keepsDeadlines = true
    private let link: SMPPLink
    private let messages: SMPPMessages
    private let ids: SMPPReceiptIDs
    private let tells: @Sendable (GatewayLink) -> Void
    private let lastReference = Atomic<UInt8>(0)

    /// Checks the settings; `run` opens the connection.
    ///
    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - settings: Where the SMSC is, and how it wants its messages.
    ///   - receipts: Takes each receipt; when nil, the SMSC is asked for none.
    ///   - tells: Hears of each change of the link.
    /// - Throws: what is wrong with the settings.
    package init(
        name: String, settings: SMPPGatewaySettings, receipts: ReceiptHandler? = nil,
        tells: @escaping @Sendable (GatewayLink) -> Void = { _ in }
    ) throws(GatewaySettingsError) {
        self.name = name
        self.tells = tells
        guard settings.window > 0 else { throw GatewaySettingsError(.tooSmall, setting: "inFlight") }
        reportsDelivery = receipts != nil
        messages = SMPPMessages(
            source: try settings.source(), longTexts: settings.longTexts, asksForReceipts: receipts != nil)
        let ids = settings.receiptIDs
        self.ids = ids
        let configuration = try settings.configuration()
        do throws(SMPPError) {
            link = try SMPPLink(configuration) { message in
                // What is no receipt is a person's answer to an SMS, which nobody here reads.
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
        var id: String?
        for submit in messages.submits(of: message, reference: reference) {
            switch await link.submit(submit, deadline: end) {
            case .accepted(let messageID): id = messageID
            case .refused(let status): return id == nil ? status.outcome : .unknown(reason: "partly-sent")
            case .notSent(let reason): return id == nil ? reason.outcome : .unknown(reason: "partly-sent")
            case .unknown(let reason): return .unknown(reason: reason.rawValue)
            }
        }
        return .accepted(id: id.flatMap { $0.isEmpty ? nil : ids.submitted($0) })
    }

    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.link.run() }
            for await state in link.states() { tells(GatewayLink(state)) }
        }
    }

    package var isUp: Bool? { GatewayLink(link.state) == .up }

    /// Waits until the SMSC has accepted the bind; `run` must be under way.
    package func probe(within limit: Duration) async -> GatewayProbe {
        let looking = Task { await look() }
        let timer = Task {
            // A cancelled sleep means that the bind came first.
            try? await Task.sleep(for: limit)
            looking.cancel()
        }
        defer { timer.cancel() }
        return await looking.value
    }

    /// Waits for the bind; when the task is cancelled, tells the last failure before that.
    private func look() async -> GatewayProbe {
        var failure: String?
        for await state in link.states() {
            if case .bound(let systemID) = state { return .answers("bound to \(systemID)") }
            failure = GatewayLink(state).reason ?? failure
        }
        return .isAway(reason: failure ?? "not-bound")
    }

    package func shutdown() async { await link.shutDown(within: .seconds(2)) }
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

extension GatewayLink {
    fileprivate init(_ state: LinkState) {
        switch state {
        case .bound: self = .up
        case .connecting(let failure): self = .down(reason: failure?.description)
        case .unbinding, .closed: self = .down(reason: nil)
        }
    }
}
