import AccountCore
import VerificationCore

/// Keeps an emulator away from an installation whose accounts are real people's.
///
/// An emulator takes any key, tells every code and deletes all accounts for every caller. So production leaves a mark
/// in the store, and an emulator serves only where there is none.
package struct SurfaceUse: Sendable {
    private let store: any ProjectStore
    private let pause: Duration
    private let report: @Sendable (StoreError) -> Void

    /// - Parameters:
    ///   - store: where the mark is.
    ///   - pause: how long a store that gave no answer is left alone, and how often an emulator looks for the mark.
    ///   - report: hears why the store gave no answer, once until it answers again.
    package init(
        _ store: any ProjectStore, pause: Duration = .seconds(5), report: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.store, self.pause, self.report) = (store, pause, report)
    }

    /// Leaves the mark; returns when the store has it, or when the task is cancelled.
    package func markProduction() async {
        _ = try? await answered { () throws(StoreError) in try await store.note(.production) }
    }

    /// Whether the mark is there; waits for a store that gives no answer, and throws only when the task is cancelled.
    package func isOfProduction() async throws(CancellationError) -> Bool {
        try await answered { () throws(StoreError) in try await store.modes().contains(.production) }
    }

    /// Returns when the mark is there; throws when the task is cancelled.
    package func untilProduction() async throws(CancellationError) {
        while try await !isOfProduction() { try await rest() }
    }

    private func answered<Answer: Sendable>(
        _ question: () async throws(StoreError) -> Answer
    ) async throws(CancellationError) -> Answer {
        var isReported = false
        while true {
            do throws(StoreError) {
                return try await question()
            } catch {
                if !isReported { report(error) }
                isReported = true
            }
            try await rest()
        }
    }

    private func rest() async throws(CancellationError) {
        do { try await Task.sleep(for: pause) } catch { throw CancellationError() }
    }
}
