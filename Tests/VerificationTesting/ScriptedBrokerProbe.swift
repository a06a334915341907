import Synchronization
import VerificationCore

/// A broker that answers a probe as a test says; at first it takes messages, and it has no queues.
package final class ScriptedBrokerProbe: BrokerProbe {
    private let answer = Mutex<Result<BrokerReadiness, BrokerError>>(.success(.takesMessages))
    private let queues: @Sendable () -> [QueueReport]

    /// `queues`: how its queues stand.
    package init(queues: @escaping @Sendable () -> [QueueReport] = { [] }) { self.queues = queues }

    /// From now on a probe finds this.
    package func say(_ readiness: BrokerReadiness) { answer.withLock { $0 = .success(readiness) } }

    /// From now on a probe throws this.
    package func fail(_ problem: BrokerError) { answer.withLock { $0 = .failure(problem) } }

    package func probe() async throws(BrokerError) -> BrokerReadiness { try answer.withLock(\.self).get() }

    package func reports() -> [QueueReport] { queues() }
}
