import Foundation

/// Time as this client uses it; tests give their own.
struct ClientTime: Sendable {
    /// Seconds that only grow, whatever happens to the machine's clock.
    var uptime: @Sendable () -> TimeInterval
    /// Waits for so many seconds between two tries; throws when the task is cancelled.
    var pause: @Sendable (TimeInterval) async throws -> Void
    /// Waits for so many seconds beside a try, which end it; throws when the task is cancelled.
    var expire: @Sendable (TimeInterval) async throws -> Void

    static let system = ClientTime(
        uptime: { ProcessInfo.processInfo.systemUptime }, pause: { try await sleep($0) },
        expire: { try await sleep($0) })

    private static func sleep(_ seconds: TimeInterval) async throws {
        try await Task.sleep(nanoseconds: UInt64(min(max(0, seconds), 86_400) * 1_000_000_000))
    }
}
