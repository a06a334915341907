import AccountCore
import Operations
import VerificationCore
import Verifications

/// What the use cases of accounts need from outside: stores, the verifications, tokens, the clock and chance.
package struct AccountPorts: Sendable {
    package let policy: AccountPolicy
    package let accounts: any AccountStore
    package let projects: ProjectDirectory
    package let verifications: VerificationPorts
    package let credentials: AccountCredentials
    package let limits: CallerLimits
    package let log: AccountLog
    package let now: @Sendable () -> Timestamp

    package init(
        policy: AccountPolicy, accounts: any AccountStore, projects: ProjectDirectory,
        verifications: VerificationPorts, credentials: AccountCredentials, limits: CallerLimits = CallerLimits(),
        log: AccountLog, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.policy, self.accounts, self.projects) = (policy, accounts, projects)
        (self.verifications, self.credentials, self.limits) = (verifications, credentials, limits)
        (self.log, self.now) = (log, now)
    }

    package var keyRing: KeyRing { verifications.ids.keyRing }

    /// Keeps the audit; an emulator leaves no line there.
    var permits: Permits {
        switch policy.mode {
        case .emulator: .unaudited
        case .production: log.permits
        }
    }

    /// Changes test numbers, with a line of the audit.
    var testNumbers: TestNumberService {
        TestNumberService(
            store: projects.registry, keyRing: keyRing, permits: permits, now: verifications.now,
            random: verifications.ids.random)
    }

    /// Asks for what operators do too; a store that gives no answer is `unavailable` for the caller.
    func asking<Answer>(
        operations question: () async throws(OperatorError) -> Answer
    ) async throws(AccountError) -> Answer {
        do throws(OperatorError) {
            return try await question()
        } catch {
            switch error {
            case .forbidden: throw .refused(.insufficientPermission)
            case .store(let problem): log.report(problem)
            // This process always has keys, but perhaps not the current key.
            case .unusable: log.report(.keyMissing)
            case .broker, .nothing, .noTestNumber: break
            }
            throw .unavailable
        }
    }

    /// Asks a store; a store that gives no answer is `unavailable` for the caller, and its reason is reported.
    func asking<Answer>(
        _ question: () async throws(StoreError) -> Answer
    ) async throws(AccountError) -> Answer {
        do throws(StoreError) {
            return try await question()
        } catch {
            log.report(error)
            throw .unavailable
        }
    }
}

extension AccountPorts {
    /// The app of a project; an app that this version cannot read is `unavailable`.
    func app(of project: Project) async throws(AccountError) -> App {
        let app = try await asking { () throws(StoreError) in try await projects.apps.currentApp(project.app) }
        guard let app else { throw .refused(.configurationNotFound) }
        return app
    }
}

/// The projects, and the apps that they are.
package struct ProjectDirectory: Sendable {
    package let cache: ProjectCache
    package let apps: any AppDirectory
    /// Changes apps, for people who administer a project.
    package let registry: any AppStore

    package init(cache: ProjectCache, apps: any AppDirectory, registry: any AppStore) {
        (self.cache, self.apps, self.registry) = (cache, apps, registry)
    }
}

/// Bounds how often apps and networks may call, and how many guests an address may make.
package struct CallerLimits: Sendable {
    /// Refuses the calls of an app that asks far more often than it may send.
    package let apps: CallThrottle
    let guests = GuestTries()
    let networks = NetworkBuckets()
    let proofs = ProofTries()
    let pushes = PushTries()
    let enrollments = EnrollmentTries()
    /// Lets a refused caller wait, or wait less when the caller's task is cancelled.
    let pause: @Sendable (Duration) async -> Void

    package init(
        apps: CallThrottle = CallThrottle(),
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        (self.apps, self.pause) = (apps, pause)
    }
}

/// What the surface writes down for operators.
package struct AccountLog: Sendable {
    /// Logs why a store gave no answer, because the answer to the caller only says that there was none.
    package let report: @Sendable (StoreError) -> Void
    /// Keeps the lines of the audit; what administrators do is done also where the audit takes no line.
    package let permits: Permits

    package init(report: @escaping @Sendable (StoreError) -> Void, permits: Permits) {
        (self.report, self.permits) = (report, permits)
    }
}
