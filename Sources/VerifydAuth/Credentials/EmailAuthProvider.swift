/// An e-mail address and a password, for projects that have switched them on.
public enum EmailAuthProvider {
    /// The provider's id.
    public static let id = "password"

    /// Makes a credential of an address and a password.
    ///
    /// - Parameters:
    ///   - email: the account's address.
    ///   - password: the account's password.
    /// - Returns: the credential. Whether it is right shows at the sign-in.
    public static func credential(withEmail email: String, password: String) -> AuthCredential {
        AuthCredential(provider: id, proof: .password(email: email, password: password))
    }
}

/// ``EmailAuthProvider/id``, by its older name.
public let EmailAuthProviderID = EmailAuthProvider.id
