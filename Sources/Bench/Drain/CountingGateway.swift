import Synchronization
import VerificationCore

/// Counts the calls for each phone of a measurement, and passes them on to another gateway.
package final class CountingGateway: SMSGateway {
    private let gateway: any SMSGateway
    /// By the phones' numbers: a byte each, so that the count of a million phones hides nothing of the worker's memory.
    private let calls: Mutex<[UInt8]>

    /// `phones`: how many phones the measurement has at most.
    package init(_ gateway: any SMSGateway, phones: Int) {
        self.gateway = gateway
        calls = Mutex(Array(repeating: 0, count: phones))
    }

    package var name: String { gateway.name }
    package var honorsIdempotencyKeys: Bool { gateway.honorsIdempotencyKeys }
    package var reportsDelivery: Bool { gateway.reportsDelivery }
    package var keepsDeadlines: Bool { gateway.keepsDeadlines }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        if let number = BenchPhones.number(in: message.phone.e164.utf8) {
            calls.withLock { calls in
                if calls.indices.contains(number), calls[number] < 2 { calls[number] += 1 }
            }
        }
        return await gateway.send(message, deadline: deadline)
    }

    /// How many phones were called once, and how many more than once.
    package var phones: (once: Int, moreThanOnce: Int) {
        calls.withLock { calls in (calls.count { $0 == 1 }, calls.count { $0 > 1 }) }
    }
}
