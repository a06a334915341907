import Logging
import VerificationCore

/// Lets the routes that learn follow what gateways deliver, once a minute.
///
/// All workers read the same counts, so all come to the same shares within a minute.
package struct RouteLearner: Sendable {
    private let gateways: Set<String>
    private let tallies: any TallyStore
    private let follow: @Sendable ([String: LearnedShare]) -> Void
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    /// - Parameters:
    ///   - gateways: those of the routes that learn; what others deliver is only compared with.
    ///   - tallies: what was counted.
    ///   - now: the time.
    ///   - logger: logs every change.
    ///   - follow: gives the gateways so much of their weights, and all others the whole.
    package init(
        _ gateways: Set<String>, from tallies: any TallyStore, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        follow: @escaping @Sendable ([String: LearnedShare]) -> Void
    ) {
        (self.gateways, self.tallies, self.follow, self.now, self.logger) = (gateways, tallies, follow, now, logger)
    }

    /// Runs until its task is cancelled.
    package func run() async {
        var shares: [String: LearnedShare] = [:]
        while !Task.isCancelled {
            let seen = await look(after: shares)
            shares = seen ?? shares
            // Only the end of the process cancels it. A worker that starts while the database is away learns soon after.
            try? await Task.sleep(for: seen == nil ? .seconds(5) : .seconds(60))
        }
    }

    /// Learns from the counts as they are now.
    ///
    /// - Returns: what holds from now on; nil while the store does not answer, and then everything stays as it was.
    package func look(after earlier: [String: LearnedShare]) async -> [String: LearnedShare]? {
        let shares: [String: LearnedShare]
        do {
            shares = try await tallies.learnedShares(of: gateways, at: now())
        } catch {
            // The gate logs that the database is away; the next look finds what this look missed.
            logger.debug("what gateways deliver is not known", metadata: [LogKeys.error: "\(error)"])
            return nil
        }
        follow(shares)
        for gateway in Set(shares.keys).union(earlier.keys).sorted() {
            tell(of: gateway, shares[gateway], before: earlier[gateway])
        }
        return shares
    }

    private func tell(of gateway: String, _ share: LearnedShare?, before: LearnedShare?) {
        guard share?.percent != before?.percent else { return }
        logger.notice(
            "the gateway's part of its weight has changed in routes that learn",
            metadata: [
                LogKeys.gateway: "\(gateway)", LogKeys.weight: "\(share?.percent ?? LearnedShare.whole) %",
                LogKeys.reason: "\(share?.words ?? "delivers like the others")",
            ])
    }
}
