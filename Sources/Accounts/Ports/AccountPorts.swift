import AccountCore
import VerificationCore
import Verifications

/// What the use cases of accounts need from outside: stores, the verifications, tokens, the clock and chance.
package struct AccountPorts: Sendable {
    package let mode: IdentityMode
    /// Whether an emulator keeps the app's limits too.
    let limitsEmulator: Bool
    /// The emulator's project for calls that name none; nil for the first project.
    package let defaultProject: ProjectID?
    package let accounts: any AccountStore
    package let projects: ProjectBook
    package let verifications: VerificationPorts
    package let apps: any AppDirectory
    /// Changes apps, for whoever administers a project.
    package let registry: any AppStore
    package let tokens: TokenDesk
    /// The keys by which backends sign custom tokens.
    package let serviceAccounts: ServiceAccountBook
    /// Refuses the calls of an app that asks far more often than it may send.
    package let throttle: CallThrottle
    package let phones: any PhoneNumberParser
    /// Makes and tries passwords.
    package let passwords: PasswordDesk
    let guests = GuestTries()
    let networks = NetworkBuckets()
    /// Hears why a store gave no answer, because the caller is only told that it did not.
    package let report: @Sendable (StoreProblem) -> Void
    /// Keeps a line of the audit, or says that it could not; the deed is done already.
    package let audit: @Sendable (AuditEntry) async -> Void
    package let now: @Sendable () -> Timestamp
    /// Lets time pass, or less of it when the caller's task is cancelled.
    let pause: @Sendable (Duration) async -> Void
    /// Makes random bytes with a generator that is good enough for secrets.
    package let randomBytes: @Sendable (Int) -> [UInt8]

    package init(
        mode: IdentityMode, limitsEmulator: Bool = false, defaultProject: ProjectID?, accounts: any AccountStore,
        projects: ProjectBook, verifications: VerificationPorts, apps: any AppDirectory, registry: any AppStore,
        tokens: TokenDesk, serviceAccounts: ServiceAccountBook,
        throttle: CallThrottle = CallThrottle(), phones: any PhoneNumberParser,
        passwords: PasswordDesk = PasswordDesk(),
        report: @escaping @Sendable (StoreProblem) -> Void,
        audit: @escaping @Sendable (AuditEntry) async -> Void = { _ in },
        now: @escaping @Sendable () -> Timestamp,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.mode, self.limitsEmulator, self.defaultProject) = (mode, limitsEmulator, defaultProject)
        (self.accounts, self.projects) = (accounts, projects)
        (self.verifications, self.apps, self.registry) = (verifications, apps, registry)
        (self.tokens, self.serviceAccounts) = (tokens, serviceAccounts)
        (self.throttle, self.passwords) = (throttle, passwords)
        (self.phones, self.report, self.audit) = (phones, report, audit)
        (self.now, self.pause, self.randomBytes) = (now, pause, randomBytes)
    }

    package var keyRing: KeyRing { verifications.keyRing }

    /// Asks a store; a store that gives no answer is `unavailable` for the caller, and its reason is reported.
    func asking<Answer>(
        _ question: () async throws(StoreProblem) -> Answer
    ) async throws(WireError) -> Answer {
        do throws(StoreProblem) {
            return try await question()
        } catch {
            report(error)
            throw .unavailable
        }
    }
}

extension AccountPorts {
    /// The app of a project; an app that this version cannot read is `unavailable`.
    func app(of project: Project) async throws(WireError) -> App {
        let app = try await asking { () throws(StoreProblem) in try await apps.currentApp(project.app) }
        guard let app else { throw .refused(.configurationNotFound) }
        return app
    }
}
