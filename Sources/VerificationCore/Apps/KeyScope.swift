/// What an API key may be used for.
package enum KeyScope: String, Sendable, CaseIterable {
    /// To start, show, check and cancel verifications: what a backend does all day.
    case send
    /// All that `send` and `users` allow, and also to erase phones, to list verifications, to keep test numbers and to
    /// change a project's configuration.
    ///
    /// With such a key a caller can set a fixed code for a person's number. So it does not belong on a server that only
    /// sends.
    case admin
    /// To administrate the accounts of the app's project through the Firebase surface: what a backend does that has users.
    ///
    /// It neither sends nor changes what the app may send: that belongs to the other scopes.
    case users
    /// To sign people in through the Firebase surface, and nothing else.
    ///
    /// Such a key is part of an app that anyone can download, and therefore public.
    case client

    /// Whether a key of this scope may do what needs the other scope.
    package func includes(_ other: KeyScope) -> Bool {
        switch other {
        case .send: self == .send || self == .admin
        case .users: self == .users || self == .admin
        case .admin: self == .admin
        case .client: self == .client
        }
    }
}
