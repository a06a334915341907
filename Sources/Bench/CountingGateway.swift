import Synchronization
import VerificationCore

/// Counts the calls for each phone, and passes them on to another gateway.
package final class CountingGateway: SMSGateway {
    private let gateway: any SMSGateway
    private let calls = Mutex<[String: Int]>([:])

    package init(_ gateway: any SMSGateway) {
        self.gateway = gateway
    }

    package var name: String { gateway.name }
    package var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }
    package var reportsDelivery: Bool { gateway.reportsDelivery }
    package var keepsDeadlines: Bool { gateway.keepsDeadlines }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        calls.withLock { $0[message.phone.e164, default: 0] += 1 }
        return await gateway.send(message, deadline: deadline)
    }

    /// How many phones were called once, and how many more than once.
    package var phones: (once: Int, moreThanOnce: Int) {
        calls.withLock { calls in
            let once = calls.values.count { $0 == 1 }
            return (once, calls.count - once)
        }
    }
}
