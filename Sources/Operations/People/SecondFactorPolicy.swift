import VerificationCore

/// Whether operators prove an authenticator app or a security key beside the password.
package struct SecondFactorPolicy: Sendable {
    /// What an installation asks of its operators.
    package enum Mode: String, Sendable, CaseIterable {
        /// No person is asked, also where the person has an app.
        case off
        /// People who have an app or a security key are asked.
        case optional
        /// Everybody is asked; people without an app or a key see no page before they have one.
        case required
    }

    package let mode: Mode
    /// Nil for a dashboard without the keys of the codes: there no person can get an app, and no app can be asked for.
    package let keyRing: KeyRing?
    /// For which address security keys sign; nil where the settings name none, and then keys work on this machine only.
    package let site: KeySite?

    package init(_ mode: Mode, keyRing: KeyRing?, site: KeySite? = nil) {
        (self.mode, self.keyRing, self.site) = (mode, keyRing, site)
    }
}
