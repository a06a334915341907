import VerificationCore

/// Whether operators prove an authenticator app beside the password, and with which keys its secrets are sealed.
package struct SecondFactorPolicy: Sendable {
    /// What an installation asks of its operators.
    package enum Mode: String, Sendable, CaseIterable {
        /// No person is asked, also where the person has an app.
        case off
        /// People who have an app are asked.
        case optional
        /// Everybody is asked; people without an app see no page before they have one.
        case required
    }

    package let mode: Mode
    /// Nil for a dashboard without the keys of the codes: there no person can get an app, and no app can be asked for.
    package let keyRing: KeyRing?

    package init(_ mode: Mode, keyRing: KeyRing?) {
        (self.mode, self.keyRing) = (mode, keyRing)
    }
}
