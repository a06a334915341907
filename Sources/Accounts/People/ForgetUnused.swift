import AccountCore
import VerificationCore

/// Forgets unused sessions, guests and keys of devices every hour; any number of processes may run this at the same time.
package struct ForgetUnused: Sendable {
    private let ports: AccountPorts
    private let report: @Sendable (StoreError) -> Void

    /// `report`: hears why the store could not forget; the next time forgets what is left.
    package init(_ ports: AccountPorts, report: @escaping @Sendable (StoreError) -> Void) {
        (self.ports, self.report) = (ports, report)
    }

    /// Runs until its task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            do throws(StoreError) {
                try await ports.accounts.forgetUnused(
                    idleLife: Project.usualSessionIdle, guestLife: RefreshSession.guestLife, at: ports.now())
                try await ports.credentials.attestedKeys.forgetKeys(unusedSince: ports.now() - AttestedKey.idleLife)
            } catch {
                report(error)
            }
            try? await Task.sleep(for: .seconds(3_600))
        }
    }
}
