import StrictJSON
import VerificationCore

extension Project {
    /// Whether the project's configuration lets people sign in by e-mail and password.
    package var takesPasswords: Bool { isEnabled("email") }

    /// Whether people may sign in by phone; only a configuration that says no forbids it.
    package var takesPhones: Bool { others["signIn"]?["phoneNumber"]?["enabled"]?.bool ?? true }

    /// Whether the project's configuration lets people in without any proof, as guests.
    package var takesGuests: Bool { isEnabled("anonymous") }

    /// Whether a proven phone number is all that anybody needs, and all that anybody can bring.
    package var isByPhoneOnly: Bool { !takesPasswords }

    /// What a developer reads who offers nothing else.
    package static let phoneOnlyWarning =
        "phone is the only way in, and SMS is a weak proof: numbers change hands, and who holds the device reads the SMS"

    /// What an operator reads of SMS to callers who bring no proof of the app.
    package var unprovenSendsInWords: String {
        unprovenSends.isEmpty
            ? "no SMS to real numbers without a proof of the app"
            : "anybody may have SMS sent without a proof of the app, \(RateLimit.words(unprovenSends))"
    }

    /// What an operator reads where nobody can look at the projects.
    package static let gateWarning =
        "real numbers get SMS without a proof of the app only as `verifyd projects set --unproven-sends` says, by default none"

    private func isEnabled(_ method: String) -> Bool {
        others["signIn"]?[method]?["enabled"]?.bool ?? false
    }
}
