import Logging
import VerificationCore

/// Makes the partitions of the coming days, and drops rows that are older than the retention, every hour.
///
/// Any number of workers may run this at the same time.
package struct StoreMaintenance: Sendable {
    private let retention: Duration
    private let makePartitions: @Sendable () async throws(StoreError) -> Void
    private let forget: @Sendable (Duration) async throws(StoreError) -> Void
    private let logger: Logger

    /// - Parameters:
    ///   - retention: how long rows stay.
    ///   - makePartitions: makes the partitions that are missing in the store.
    ///   - forget: drops the store's rows that are older.
    ///   - logger: gets a line about each time that the store could not do it.
    package init(
        retention: Duration, makePartitions: @escaping @Sendable () async throws(StoreError) -> Void,
        forget: @escaping @Sendable (Duration) async throws(StoreError) -> Void, logger: Logger
    ) {
        (self.retention, self.makePartitions, self.forget) = (retention, makePartitions, forget)
        self.logger = logger
    }

    /// Runs until its task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            var pause = Duration.seconds(3_600)
            do throws(StoreError) {
                try await makePartitions()
            } catch {
                logger.warning("partitions not made", metadata: [LogKeys.error: "\(error)"])
                pause = .seconds(10)
            }
            do throws(StoreError) {
                try await forget(retention)
            } catch {
                // The next run drops what is left.
                logger.warning("old rows not deleted", metadata: [LogKeys.error: "\(error)"])
            }
            try? await Task.sleep(for: pause)
        }
    }
}
