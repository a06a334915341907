import GatewayKit
import VerificationCore

/// The sandbox as the gateway of a worker in the same process.
package final class SandboxGateway: SMSGateway {
    package let name: String
    package let honorsIdempotencyKeys = false
    package let keepsDeadlines = true
    package let provider: SandboxProvider
    private let receipts: (@Sendable (DeliveryReceipt) async -> Bool)?

    /// - Parameters:
    ///   - name: Names the gateway in configuration, rows and metrics.
    ///   - provider: Takes the messages.
    ///   - receipts: Takes the receipts of messages; true when a receipt is safe, false when the sandbox shall send it
    ///     again later. When it is nil, the sandbox sends none. It sends them while `provider.tellReceipts` runs.
    package init(
        name: String = "sandbox", provider: SandboxProvider,
        receipts: (@Sendable (DeliveryReceipt) async -> Bool)? = nil
    ) {
        self.name = name
        self.provider = provider
        self.receipts = receipts
    }

    /// As the behaviour says at the moment.
    package var reportsDelivery: Bool { receipts != nil && provider.behaviour.receipts.isAskedFor }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        let draft = SandboxMessage.Draft(message)
        if let verdict = provider.takeAtOnce(draft) { return Self.outcome(of: verdict) }
        return Self.outcome(of: await provider.take(draft, deadline: deadline, teller: receipts.map(Self.teller)))
    }

    private static func teller(
        _ receipts: @escaping @Sendable (DeliveryReceipt) async -> Bool
    ) -> PendingReceipts.Teller {
        { content in
            let receipt = DeliveryReceipt(
                gatewayID: content.id.text(for: .process), status: content.status,
                reason: content.status == .undelivered ? "sandbox-undelivered" : nil)
            return await receipts(receipt) ? .told : .failed
        }
    }

    private static func outcome(of verdict: SandboxVerdict) -> SendOutcome {
        switch verdict {
        case .accepted(let id): .accepted(id: id.text(for: .process))
        case .refusedForNow(let reason): .refused(reason: reason, .forNow)
        case .refusedForGood: .refused(reason: "sandbox-for-good", .byEveryGateway)
        case .throttled(let after): .throttled(after: after)
        case .unanswered(let reason): .unknown(reason: reason)
        }
    }
}

extension SandboxGateway: GatewayProvider {
    package static let kind = "sandbox"

    package static let settings: [any DeclaredSetting] = []

    package static let trialNote: String? = "nothing is really sent"

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        SandboxGateway(
            name: context.name, provider: SandboxProvider(inbox: SandboxInbox(), now: context.now),
            receipts: context.receive)
    }

    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .none(because: "a sandbox tells them only when its behaviour asks for them")
    }
}

extension SandboxGateway: ConnectedGateway {
    /// It is in this process.
    package func probe(within limit: Duration) async -> GatewayProbe { .answers(Self.trialNote ?? "") }
}
