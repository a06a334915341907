import AccountCore
import StrictJSON
import VerificationCore

/// What a mode and a project's configuration allow.
package struct AccountPolicy: Sendable {
    package let mode: IdentityMode
    /// Whether an emulator keeps the app's limits too.
    let limitsEmulator: Bool
    /// The emulator's project for calls that name none; nil for the first project.
    package let defaultProject: ProjectID?
    /// Reads the numbers that the mode takes.
    package let phones: any PhoneNumberParser

    package init(
        mode: IdentityMode, limitsEmulator: Bool = false, defaultProject: ProjectID?, phones: any PhoneNumberParser
    ) {
        (self.mode, self.limitsEmulator) = (mode, limitsEmulator)
        (self.defaultProject, self.phones) = (defaultProject, phones)
    }

    /// Whether people may sign in to the project by e-mail and password.
    func takesPasswords(_ project: Project) -> Bool { isEmulator || project.takesPasswords }

    /// Whether people may come in without any proof.
    func takesGuests(_ project: Project) -> Bool { isEmulator || project.takesGuests }

    /// Whether people may or must prove a second factor, and which.
    func secondFactors(of project: Project) -> SecondFactorRules {
        project.ownSecondFactors ?? (isEmulator ? .emulated : SecondFactorRules())
    }

    /// Whether whoever asks for a code hears that the number's account has second factors, as Firebase's emulator tells it.
    ///
    /// Production says it after the right code: otherwise anybody would learn who has a second factor.
    var tellsFactors: Bool { isEmulator }

    /// Whether sessions of second factors open nothing else, whoever changes factors has proved one, and sessions end with a
    /// factor; Firebase's emulator does none of it, and tools of developers rely on that.
    var guardsFactors: Bool { !isEmulator }

    /// Whether verifyd takes whatever a call says of a person at another provider, without asking the provider.
    var takesAnyIdentity: Bool { isEmulator }

    /// Whether an address belongs to one account of the project, as it does unless an emulator is told otherwise.
    func keepsEmailsApart(_ project: Project) -> Bool {
        !isEmulator || project.others.value(at: ["signIn", "allowDuplicateEmails"])?.bool != true
    }

    /// Whether people may give their account an address: no mail proves that it is theirs.
    var takesUnprovenAddresses: Bool { isEmulator }

    /// Whether verifyd takes a token without checking its signature.
    var takesUncheckedTokens: Bool { isEmulator }

    /// Whether verifyd hides from callers which addresses have accounts.
    func hidesAddresses(_ project: Project) -> Bool {
        let setting = project.others.value(at: ["emailPrivacyConfig", "enableImprovedEmailPrivacy"])
        return !isEmulator || setting?.bool == true
    }

    /// Whether whoever bears an unproven address hears which account has it, and in which ways its owner signs in.
    ///
    /// Firebase's emulator tells it always. In production a stranger could learn it of anybody's address.
    var tellsAddressOwners: Bool { isEmulator }

    /// How the app's limits see a caller who asks for a code or checks one.
    var asker: Asker {
        switch mode {
        case .emulator: limitsEmulator ? .backend : .emulator
        case .production: .device
        }
    }

    /// Whether a real number gets no SMS without a proof of the app, beyond what the project says.
    var asksForProofs: Bool { !isEmulator }

    /// Whether wrong passwords are counted; an emulator's passwords protect no person.
    var limitsTries: Bool { !isEmulator }

    /// Whether an owner has to have signed in a short while ago for what cannot be undone; an emulator never asks.
    var asksForRecentSignIns: Bool { !isEmulator }

    /// Whether an owner may end all sessions of their account with no more than an ID token.
    var letsOwnersEndSessions: Bool { isEmulator }

    /// Whether an owner may name identities and second factors without proving them.
    var letsOwnersAddUnproven: Bool { isEmulator }

    /// Whether sessions of an account end where an administrator removes a second factor; Google's emulator ends none.
    var lostFactorsEndSessions: Bool { !isEmulator }

    /// Whether a list of second factors may be null where all of them shall go, as a backend in Go writes it; Firebase's
    /// emulator refuses that.
    package var takesNullFactors: Bool { !isEmulator }

    private var isEmulator: Bool {
        switch mode {
        case .emulator: true
        case .production: false
        }
    }
}
