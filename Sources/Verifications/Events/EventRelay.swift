import Logging
import ServiceLifecycle
import VerificationCore

/// Hands events from the store to the queue, in batches, and ends verifications whose code's life is over.
///
/// Any number of workers do this side by side. When a worker dies after the broker has confirmed an event and before
/// the store has forgotten it, the app may get the event twice, under the same id.
package struct EventRelay: Service {
    private static let largestBatch = 250

    private let outbox: any EventOutbox
    private let publisher: any JobPublisher
    private let pause: @Sendable () -> Duration
    private let logger: Logger

    /// `pause`: how long to wait before the next look when nothing was there.
    package init(
        from outbox: any EventOutbox, to publisher: any JobPublisher, pause: @escaping @Sendable () -> Duration,
        logger: Logger
    ) {
        self.outbox = outbox
        self.publisher = publisher
        self.pause = pause
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await relayUntilCancelled() }
    }

    private func relayUntilCancelled() async {
        var isWell = true
        while !Task.isCancelled {
            do throws(StoreError) {
                if try await relayOnce() { continue }
                isWell = true
            } catch {
                if isWell { logger.warning("events not relayed", metadata: [LogKeys.error: "\(error)"]) }
                isWell = false
            }
            try? await Task.sleep(for: isWell ? pause() : .seconds(1))
        }
    }

    /// Whether there may be more to do at once.
    private func relayOnce() async throws(StoreError) -> Bool {
        let ended = try await outbox.tellExpired(atMost: Self.largestBatch)
        let relayed = try await outbox.relay(atMost: Self.largestBatch) { [publisher] events throws(QueueError) in
            try await publisher.publish(.events(events))
        }
        return max(ended, relayed) == Self.largestBatch
    }
}
