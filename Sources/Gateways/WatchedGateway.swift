import Synchronization
import VerificationCore

/// Remembers whether `send` was called.
final class WatchedGateway: SMSGateway {
    private let gateway: any SMSGateway
    private let used = Atomic<Bool>(false)

    init(_ gateway: any SMSGateway) {
        self.gateway = gateway
    }

    var isUsed: Bool { used.load(ordering: .relaxed) }
    var name: String { gateway.name }
    var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }
    var reportsDelivery: Bool { gateway.reportsDelivery }
    var keepsDeadlines: Bool { gateway.keepsDeadlines }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        used.store(true, ordering: .relaxed)
        return await gateway.send(message, deadline: deadline)
    }
}
