import Foundation

/// How often and how long a client tries one call.
///
/// All tries have one idempotency key, so a call that is tried twice does nothing twice. The client repeats a call when no
/// answer came, when something else than verifyd answered, and when verifyd itself asks for it: `503`, `too-many-requests`,
/// `verification-queued`. What verifyd has decided, such as a refusal, a wrong code or a limit, is never repeated.
public struct ClientRetries: Sendable {
    /// How often a call is made at most; 1 for no repetition.
    public var tries: Int
    /// After how many seconds the call ends, all tries and pauses counted.
    ///
    /// The seconds that a call waits by `waiting` come on top.
    public var deadline: TimeInterval
    /// How many seconds one try may take, without the seconds of `waiting`.
    public var timeout: TimeInterval
    /// How many seconds to wait after the first, second … try that failed.
    ///
    /// If verifyd says how long to wait (`Retry-After`), this comes on top. A pause that goes beyond the deadline is not made:
    /// the call ends at once.
    public var pause: @Sendable (Int) -> TimeInterval

    /// Makes rules for retries.
    ///
    /// - Parameters:
    ///   - tries: how often a call is made at most.
    ///   - deadline: after how many seconds the call ends.
    ///   - timeout: how many seconds one try may take.
    ///   - pause: how many seconds to wait after a try.
    public init(
        tries: Int = 10, deadline: TimeInterval = 20, timeout: TimeInterval = 8,
        pause: @escaping @Sendable (Int) -> TimeInterval = ClientRetries.pause
    ) {
        self.tries = tries
        self.deadline = deadline
        self.timeout = timeout
        self.pause = pause
    }

    /// Twice as long after each try, up to 5 seconds, of which chance takes up to half: many callers come back apart.
    ///
    /// - Parameter tries: how many tries have failed.
    /// - Returns: seconds.
    public static func pause(afterTry tries: Int) -> TimeInterval {
        min(5, 0.2 * pow(2, Double(max(1, tries) - 1))) * .random(in: 0.5...1)
    }
}
