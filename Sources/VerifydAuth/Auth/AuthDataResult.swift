/// What a sign-in, a link or a reauthentication returns.
public struct AuthDataResult: Sendable {
    /// The user.
    public let user: User
    /// What the provider said; nil for a reauthentication that said nothing.
    public let additionalUserInfo: AdditionalUserInfo?
    /// The credential that was used, if it can be used again: for example the access token that a provider has given.
    public let credential: AuthCredential?
}
