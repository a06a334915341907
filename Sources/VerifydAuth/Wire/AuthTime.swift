import Foundation

/// Time as this library uses it; tests give their own.
package struct AuthTime: Sendable {
    /// The device's clock, which may be wrong, and which a person may set while a call is under way.
    package var now: @Sendable () -> Date
    /// Seconds since any fixed moment, by a clock that nobody sets.
    package var uptime: @Sendable () -> TimeInterval
    /// Waits for so many seconds; throws when the task is cancelled.
    package var sleep: @Sendable (TimeInterval) async throws -> Void

    /// Without an `uptime`, seconds are counted by `now`.
    package init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        uptime: (@Sendable () -> TimeInterval)? = nil
    ) {
        self.now = now
        self.sleep = sleep
        self.uptime = uptime ?? { now().timeIntervalSinceReferenceDate }
    }

    /// The time of the system.
    package static let system = AuthTime(
        now: { Date() },
        sleep: { try await Task.sleep(nanoseconds: UInt64(min(max(0, $0), 1_000_000_000) * 1_000_000_000)) },
        uptime: { ProcessInfo.processInfo.systemUptime })
}
