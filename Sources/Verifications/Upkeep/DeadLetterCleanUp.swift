import Logging
import VerificationCore

/// Drops, every hour, dead letters that are older than the retention.
///
/// Any number of workers may run this at the same time: the broker gives each message to a single worker.
package struct DeadLetterCleanUp: Sendable {
    private let retention: Duration
    private let forget: @Sendable (Timestamp) async throws(BrokerError) -> Int
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    /// - Parameters:
    ///   - retention: how long dead letters stay.
    ///   - forget: drops the messages that died before a moment, and returns how many.
    ///   - now: this machine's time, by which messages say when they died.
    ///   - logger: gets a line when letters were dropped, and when they could not be.
    package init(
        retention: Duration, forget: @escaping @Sendable (Timestamp) async throws(BrokerError) -> Int,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        (self.retention, self.forget, self.now, self.logger) = (retention, forget, now, logger)
    }

    /// Runs until its task is cancelled.
    package func run() async {
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {
            do throws(BrokerError) {
                let count = try await forget(now() - retention)
                if count > 0 {
                    logger.info("old dead letters deleted", metadata: [LogKeys.count: .stringConvertible(count)])
                }
            } catch {
                // The next run drops what is left.
                logger.info("old dead letters not deleted", metadata: [LogKeys.error: "\(error)"])
            }
        }
    }
}
