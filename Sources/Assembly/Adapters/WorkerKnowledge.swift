import Store
import Synchronization
import VerificationCore

/// Which changes of the settings a worker goes by: apps and blocks from memory, and operators' switches as the registry
/// says.
final class WorkerKnowledge: ChangeKnowledge {
    private struct State {
        var switches: Int64 = 0
        var renew: (@Sendable () async -> Bool)?
        var hasPausedRequests: (@Sendable () async -> Bool)?
    }

    private let apps: PostgresAppDirectory
    private let state = Mutex(State())

    init(_ apps: PostgresAppDirectory) { self.apps = apps }

    /// - Parameters:
    ///   - renew: Reads the switches, follows them, and returns whether it could.
    ///   - hasPausedRequests: As the function of this name.
    func learnsSwitches(
        by renew: @escaping @Sendable () async -> Bool, hasPausedRequests: @escaping @Sendable () async -> Bool
    ) {
        state.withLock { ($0.renew, $0.hasPausedRequests) = (renew, hasPausedRequests) }
        apps.onSwitches(renew)
    }

    func hasPausedRequests() async -> Bool { await state.withLock(\.hasPausedRequests)?() ?? false }

    /// Notes that the worker goes by the switches as they were after this change.
    func follows(_ switches: Int64) { state.withLock { $0.switches = switches } }

    func number(of subject: ChangeSubject) -> Int64? { apps.number(of: subject) }

    func basis(for app: AppID) -> ClaimBasis {
        let switches = state.withLock(\.switches)
        var basis = apps.basis(for: app)
        basis.switches = switches
        return basis
    }

    func catchUp() async {
        await apps.catchUp()
        let renew = state.withLock(\.renew)
        if apps.lastSwitch != state.withLock(\.switches) { _ = await renew?() }
    }
}
