import AccountCore
import Synchronization

/// Plays Apple's token service, which revokes whatever it is asked to, unless a test says otherwise.
package final class ScriptedAppleTokens: AppleTokens {
    private struct State {
        var failure: AppleTokenError?
        var revoked: [AppleRevocation] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// What was revoked so far, in order.
    package var revoked: [AppleRevocation] { state.withLock { $0.revoked } }

    /// What every call gets from now on; nil for success.
    package func fail(_ failure: AppleTokenError?) { state.withLock { $0.failure = failure } }

    package func revoke(_ revocation: AppleRevocation) async throws(AppleTokenError) {
        let failure = state.withLock { state in
            if state.failure == nil { state.revoked.append(revocation) }
            return state.failure
        }
        if let failure { throw failure }
    }
}
