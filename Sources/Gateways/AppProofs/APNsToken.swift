import Connections
import Synchronization
import VerificationCore

/// The token that goes with each push, made anew from time to time.
///
/// Apple refuses a token that is older than an hour, and a sender that makes a new one more often than every 20 minutes.
final class APNsToken: Sendable, Concealed {
    private struct State {
        var text: String?
        var madeAt = Timestamp(seconds: 0)
        /// When a token was last made because Apple called the former one expired.
        var forcedAt: Timestamp?
    }

    private static let life = Duration.seconds(40 * 60)
    /// Where every token is refused, for example by a wrong clock, a new one for each push would not help.
    private static let pauseOfForced = Duration.seconds(60)

    private let key: APNsKey
    private let state = Mutex(State())

    init(_ key: APNsKey) { self.key = key }

    var description: String { "(token for pushes)" }

    /// The token for a push at this moment; nil where none can be made.
    func text(at now: Timestamp) -> String? {
        state.withLock { state in
            // A clock that was set back has made a token of the future.
            if let text = state.text, state.madeAt <= now, now - state.madeAt < Self.life { return text }
            return make(at: now, &state)
        }
    }

    /// A newer token than one that Apple calls expired; nil where verifyd may not make another now.
    func text(insteadOf expired: String, at now: Timestamp) -> String? {
        state.withLock { state in
            if let text = state.text, text != expired { return text }
            if let last = state.forcedAt, last <= now, now - last < Self.pauseOfForced { return nil }
            state.forcedAt = now
            return make(at: now, &state)
        }
    }

    private func make(at now: Timestamp, _ state: inout State) -> String? {
        (state.text, state.madeAt) = (key.token(at: now), now)
        return state.text
    }
}
