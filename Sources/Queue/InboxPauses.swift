import AMQP
import Synchronization
import VerificationCore

/// The causes for which an inbox takes nothing; the consumer is paused while there is a cause.
final class InboxPauses: Sendable {
    private let consumer: AMQPConsumer
    private let causes = Mutex<Set<PauseCause>>([])

    init(_ consumer: AMQPConsumer) { self.consumer = consumer }

    /// The consumer hears of it under the lock, so that of two calls at once the later has the last word.
    func pause(for cause: PauseCause) {
        causes.withLock { causes in
            causes.insert(cause)
            consumer.pause()
        }
    }

    func resume(for cause: PauseCause) {
        causes.withLock { causes in
            causes.remove(cause)
            if causes.isEmpty { consumer.resume() }
        }
    }
}
