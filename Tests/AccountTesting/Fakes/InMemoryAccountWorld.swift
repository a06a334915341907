import AccountCore
import Synchronization
import VerificationCore

/// A database of accounts without a server: one memory under one lock, which every port of the accounts' core sees.
///
/// Accounts with their sessions, projects, service accounts and signing keys are in it together; who removes a project
/// removes its accounts. It is not a part of `InMemoryWorld`, which lies in the layer below and may not name accounts:
/// a place there for whatever comes from above would be harder to read than a second world, and no test needs to see
/// an account and a verification change in a single step.
package final class InMemoryAccountWorld: Sendable {
    /// A part of the world that a test can take away by itself.
    package enum Part: Sendable, Hashable {
        /// Accounts and their sessions.
        case accounts
        /// Projects, and the modes in which the surface has served.
        case projects
        case serviceAccounts
        case signingKeys
        /// Keys of devices, and challenges that are used up.
        case attestedKeys
    }

    /// Everything that there is, by subject.
    struct State: Sendable {
        var accounts = AccountRows()
        var projects = Projects()
        var serviceAccounts: [String: ServiceAccount] = [:]
        var modes: Set<IdentityMode> = []
        var signingKeys: [String: SigningKey] = [:]
        var attestedKeys: [ProjectID: [[UInt8]: KeptKey]] = [:]
        /// How many calls there were about a part, also while it was away.
        var questions: [Part: Int] = [:]
        var away: Set<Part> = []
    }

    /// The apps that there are; nil for any app.
    let apps: Set<AppID>?
    private let state = Mutex(State())

    /// `apps`: the apps that there are; nil for any app.
    package init(apps: Set<AppID>? = nil) { self.apps = apps }

    /// The parts whose every call throws `unavailable`, as if no database answered.
    package var away: Set<Part> {
        get { state.withLock(\.away) }
        set { state.withLock { $0.away = newValue } }
    }

    /// How many calls there were about a part of the world, also while it was away.
    package func questions(about part: Part) -> Int { state.withLock { $0.questions[part, default: 0] } }

    /// Runs a call about a part of the world, whose steps nobody sees; a call that throws has changed nothing.
    func answering<Value: Sendable>(
        about part: Part, _ call: (inout State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            state.questions[part, default: 0] += 1
            if state.away.contains(part) { throw .unavailable }
            var changed = state
            let value = try call(&changed)
            state = changed
            return value
        }
    }
}
