import AccountCore
import Synchronization
import VerificationCore

/// The modes in which a surface has served, in memory.
package final class InMemorySurfaceUse: SurfaceUseStore {
    private let state = Mutex((modes: Set<IdentityMode>(), isAway: false))

    package init() {}

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    package func note(_ mode: IdentityMode) throws(StoreProblem) {
        try asked { _ = $0.insert(mode) }
    }

    package func modes() throws(StoreProblem) -> Set<IdentityMode> {
        try asked { $0 }
    }

    private func asked<Value: Sendable>(_ call: (inout Set<IdentityMode>) -> Value) throws(StoreProblem) -> Value {
        try state.withLock { state throws(StoreProblem) in
            if state.isAway { throw .unavailable }
            return call(&state.modes)
        }
    }
}
