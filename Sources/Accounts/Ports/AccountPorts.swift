import AccountCore
import VerificationCore
import Verifications

/// What the use cases of accounts need from outside: stores, the verifications, tokens, the clock and chance.
package struct AccountPorts: Sendable {
    package let mode: IdentityMode
    /// The emulator's project for calls that name none; nil for the first project.
    package let defaultProject: ProjectID?
    package let accounts: any AccountStore
    package let signIns: any SignInStore
    package let projects: ProjectBook
    package let verifications: VerificationPorts
    package let apps: any AppDirectory
    /// Changes apps, for whoever administers a project.
    package let registry: any AppStore
    /// Finds the verifications whose codes the emulator tells.
    package let finder: any VerificationFinder
    package let tokens: TokenDesk
    /// Refuses the calls of an app that asks far more often than it may send.
    package let door: Door
    package let phones: any PhoneNumberParser
    /// Makes and tries passwords.
    package let passwords: PasswordDesk
    let guests = GuestTries()
    /// Hears why a store gave no answer, because the caller is only told that it did not.
    package let report: @Sendable (StoreProblem) -> Void
    package let now: @Sendable () -> Timestamp
    /// Makes random bytes with a generator that is good enough for secrets.
    package let randomBytes: @Sendable (Int) -> [UInt8]

    package init(
        mode: IdentityMode, defaultProject: ProjectID?, accounts: any AccountStore, signIns: any SignInStore,
        projects: ProjectBook,
        verifications: VerificationPorts, apps: any AppDirectory, registry: any AppStore,
        finder: any VerificationFinder, tokens: TokenDesk,
        door: Door = Door(), phones: any PhoneNumberParser, passwords: PasswordDesk = PasswordDesk(),
        report: @escaping @Sendable (StoreProblem) -> Void,
        now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.mode, self.defaultProject) = (mode, defaultProject)
        (self.accounts, self.signIns, self.projects) = (accounts, signIns, projects)
        (self.verifications, self.apps, self.registry) = (verifications, apps, registry)
        (self.finder, self.tokens) = (finder, tokens)
        (self.door, self.passwords) = (door, passwords)
        (self.phones, self.report, self.now, self.randomBytes) = (phones, report, now, randomBytes)
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
