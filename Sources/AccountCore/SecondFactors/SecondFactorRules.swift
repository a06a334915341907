import StrictJSON

/// Whether the people of a project may or must prove a second factor, as the member `mfa` of its configuration says.
///
/// While the rules are off, no sign-in asks for a factor, also of an account that has factors.
package struct SecondFactorRules: Sendable, Hashable {
    /// Whether people prove one; the raw values are the wire's.
    package enum State: String, Sendable, CaseIterable {
        case disabled = "DISABLED"
        case enabled = "ENABLED"
        /// A session without a second factor serves to enrol one, and is not refreshed.
        ///
        /// People who begin with a phone can enrol none unless `takesAnyAccount`; they sign in anew every hour.
        case mandatory = "MANDATORY"
    }

    package var state = State.disabled
    /// Whether a code by SMS is a second factor.
    package var takesPhones = false
    /// Whether an authenticator app is one.
    package var takesApps = false
    /// How many time steps before and after now a code of an app is good.
    package var adjacentSteps = Self.usualAdjacentSteps
    /// Whether accounts without a verified address may enrol, and accounts that began with a phone may enrol an app.
    package var takesAnyAccount = false

    package static let usualAdjacentSteps = 1
    /// What an emulator has where no configuration says another thing.
    package static let emulated = {
        var rules = SecondFactorRules()
        (rules.state, rules.takesPhones, rules.takesApps) = (.enabled, true, true)
        return rules
    }()

    package init() {}

    package var isOn: Bool { state != .disabled }
}

extension Project {
    /// What the project's configuration says of second factors; nil where it says nothing.
    ///
    /// A state that names no kind of factor asks nobody for one: everybody would be locked out. An earlier version has kept
    /// such states, and nothing has enforced them.
    package var ownSecondFactors: SecondFactorRules? {
        guard let mfa = others["mfa"], let state = mfa["state"]?.string.flatMap(SecondFactorRules.State.init) else {
            return nil
        }
        var rules = SecondFactorRules()
        rules.takesAnyAccount = identities.letsAnyAccountEnroll
        rules.state = SecondFactorRules.namesKind(mfa) ? state : .disabled
        rules.takesPhones = mfa["enabledProviders"]?.array?.contains(.string(SecondFactorRules.phoneWord)) ?? false
        for kind in mfa["providerConfigs"]?.array ?? [] where SecondFactorRules.isAppOn(kind) {
            rules.takesApps = true
            let steps = kind["totpProviderConfig"]?["adjacentIntervals"]?.integer.map(Int.init(clamping:))
            rules.adjacentSteps = steps ?? SecondFactorRules.usualAdjacentSteps
        }
        return rules
    }
}
