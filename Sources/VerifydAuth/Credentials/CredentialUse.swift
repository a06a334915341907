/// What a credential is shown to the server for.
enum CredentialUse: Sendable {
    /// Signs in, and makes the account if there is none.
    case signIn
    /// Proves again who the person is; makes no account.
    case reauthenticate
    /// Becomes a way to sign in of the account of the ID token.
    case link(idToken: String)
    /// Takes the place of the number of the account of the ID token.
    case update(idToken: String)
}

extension CredentialUse {
    var idToken: [String: WireValue] {
        switch self {
        case .signIn, .reauthenticate: [:]
        case .link(let idToken), .update(let idToken): ["idToken": .text(idToken)]
        }
    }

    var operation: String {
        switch self {
        case .signIn: "SIGN_UP_OR_IN"
        case .reauthenticate: "REAUTH"
        case .link: "LINK"
        case .update: "UPDATE"
        }
    }
}
