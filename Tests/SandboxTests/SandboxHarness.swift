import GatewayConformance
import Sandbox
import Synchronization
import VerificationCore
import VerificationTesting

/// The sandbox's gateway with its inbox.
struct SandboxHarness: GatewayHarness {
    let inbox = SandboxInbox()
    let provider: SandboxProvider
    let sandbox: SandboxGateway
    let clock = ManualClock()

    init(
        behaviour: SandboxBehaviour = SandboxBehaviour(), ledger: SandboxLedger? = nil,
        receipts: (@Sendable (DeliveryReceipt) async -> Bool)? = nil,
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) {
        let clock = clock
        provider = SandboxProvider(
            inbox: inbox, ledger: ledger, behaviour: behaviour, now: { clock.now }, chance: chance, sleep: sleep)
        sandbox = SandboxGateway(provider: provider, receipts: receipts)
    }

    var gateway: any SMSGateway { sandbox }

    func behave(_ wanted: ProviderBehaviour) {
        var behaviour = SandboxBehaviour()
        switch wanted {
        case .accepts: break
        case .refusesForGood: behaviour.refusedForGood = 1
        case .refusesForNow: behaviour.refusedForNow = 1
        case .isBusy: behaviour.throttled = 1
        case .staysSilent: behaviour.latency = .seconds(60) ... .seconds(60)
        case .losesItsAnswer: behaviour.unknown = 1
        }
        provider.behaviour = behaviour
    }

    func arrivals(atLeast count: Int) async {
        _ = await inbox.messages(InboxQuery(after: count - 1), waitingUpTo: .seconds(90))
    }

    func arrived() -> [ProviderArrival] {
        inbox.messages(InboxQuery(after: 0, limit: 1_000))
            .map { ProviderArrival(id: $0.draft.id, phone: $0.draft.phone, text: $0.draft.text) }
    }
}
