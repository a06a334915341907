import Accounts
import HTTPService
import VerificationCore

/// Everything that the surface needs from outside.
package struct IdentityPorts: Sendable {
    package let accounts: AccountPorts
    package let callers: CallerAddress
    package let readiness: Readiness
    /// Whether an emulator answers calls from other machines too.
    package let isPublic: Bool

    package init(accounts: AccountPorts, callers: CallerAddress, readiness: Readiness, isPublic: Bool = false) {
        (self.accounts, self.callers, self.readiness) = (accounts, callers, readiness)
        self.isPublic = isPublic
    }
}
