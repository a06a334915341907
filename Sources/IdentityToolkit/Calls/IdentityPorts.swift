import Accounts
import HTTPService
import VerificationCore

/// Everything that the surface needs from outside.
package struct IdentityPorts: Sendable {
    package let accounts: AccountPorts
    package let callers: CallerAddress
    package let readiness: Readiness

    package init(accounts: AccountPorts, callers: CallerAddress, readiness: Readiness) {
        (self.accounts, self.callers, self.readiness) = (accounts, callers, readiness)
    }
}
