import StrictJSON

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

    private func isEnabled(_ method: String) -> Bool {
        others["signIn"]?[method]?["enabled"]?.bool ?? false
    }
}
