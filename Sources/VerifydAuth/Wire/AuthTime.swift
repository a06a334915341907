import Foundation

/// Time as this library uses it; tests give their own.
package struct AuthTime: Sendable {
    /// The device's clock, which may be wrong.
    package var now: @Sendable () -> Date
    /// Waits for so many seconds; throws when the task is cancelled.
    package var sleep: @Sendable (TimeInterval) async throws -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The time of the system.
    package static let system = AuthTime(
        now: { Date() }, sleep: { try await Task.sleep(nanoseconds: UInt64(max(0, $0) * 1_000_000_000)) })
}
