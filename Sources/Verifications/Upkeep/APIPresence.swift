import VerificationCore

/// Counts an API process among those that are there, for the dashboard.
package struct APIPresence: Sendable {
    private let tallies: TallyBuffer
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - tallies: what the process counts into.
    ///   - now: the store's time, as far as this process knows it.
    package init(in tallies: TallyBuffer, now: @escaping @Sendable () -> Timestamp) {
        (self.tallies, self.now) = (tallies, now)
    }

    /// Runs until its task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            tallies.apiAlive(at: now())
            // Only the end of the process cancels it.
            try? await Task.sleep(for: TallyBuffer.apiPulse)
        }
    }
}
