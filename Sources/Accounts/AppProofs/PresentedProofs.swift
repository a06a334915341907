import AccountCore
import VerificationCore

/// What a call brings along to show that an app of the project makes it, as it came.
package struct PresentedProofs: Sendable, CustomStringConvertible, CustomReflectable {
    /// The header `X-Firebase-AppCheck`; nil without.
    package var appCheck: String?
    /// What a captcha's provider gave the person's browser, or the page that an app has opened; nil without.
    package var captcha: String?
    /// What the answer to an earlier call gave an app on Apple's platforms; nil without.
    package var pushReceipt: String?
    /// What the silent push brought to the app's device; nil without.
    package var pushSecret: String?
    /// An assertion of Apple's App Attest, in the form of this project's own client; nil without.
    package var appAttest: String?
    /// The number as the call writes it, which an assertion signs; nil without.
    package var number: String?
    /// A token of Google's Play Integrity; nil without.
    package var playIntegrity: String?
    /// The app's bundle id as it names itself; nil without.
    package var bundle: String?
    /// Where the caller is; nil where verifyd does not know it.
    package var address: IPAddress?
    /// Why the app has no proof, as a client of our own says it; nil without.
    ///
    /// It gives nobody an SMS. `notAsked` means that the app is under test, and then only test numbers get a code.
    package var claimedReason: MissingProof?
    /// Whether a web page calls: if a proof is missing, a page gets another error than an app.
    package var isFromPage = false

    package init() {}

    /// The error for a call that brings no proof.
    var missing: AccountError { .refused(isFromPage ? .missingRecaptchaToken : .missingAppCredential) }

    /// Why the call brings no proof, as far as it shows.
    var reason: MissingProof {
        if pushReceipt != nil, pushSecret == nil { return .pushLate }
        return [.simulator, .pushLate].first { $0 == claimedReason } ?? .noToken
    }

    package var description: String { "(proofs of an app)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
