/// Which passwords people may choose.
package enum PasswordPolicy {
    package static let shortest = 6

    /// Throws an `AccountError` for a password that is too short; it counts UTF-16 units, as clients do.
    package static func check(_ password: String) throws(AccountError) {
        guard password.utf16.count >= shortest else {
            throw .refused(.weakPassword, "Password should be at least \(shortest) characters")
        }
    }
}
