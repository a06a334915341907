/// Port: Apple's token service, which ends what a person has allowed an app.
package protocol AppleTokens: Sendable {
    /// Ends the permission to which a token belongs; a token that was no longer good is no error.
    ///
    /// Throws within the adapter's own total deadline.
    func revoke(_ revocation: AppleRevocation) async throws(AppleTokenError)
}

/// Why Apple has revoked nothing.
package enum AppleTokenError: Error, Sendable, Hashable {
    /// The code or token is no good, or was given to another app.
    case badToken
    /// Apple did not answer in time, or its connection or certificate is no good.
    case unreachable(String)
    /// Apple does not know the team's key, or answered with something else. For example `invalid_client`.
    case unusable(String)
}
