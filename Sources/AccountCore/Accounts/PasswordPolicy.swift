/// Which passwords people may choose.
package enum PasswordPolicy {
    package static let shortest = 6

    /// Throws the error for a password that is too short; it counts as clients do, in UTF-16.
    package static func check(_ password: String) throws(AccountError) {
        guard password.utf16.count >= shortest else {
            throw .refused(.weakPassword, "Password should be at least \(shortest) characters")
        }
    }
}
