/// How somebody signed in; a refresh token remembers it, so that the tokens it makes say the same.
package struct SignInMethod: Sendable, Hashable {
    /// The first factor of the session, for example `phone`.
    package let provider: ProviderID
    /// The second factor of the session; nil without.
    package let secondFactor: SecondFactor?

    /// A second factor by which somebody proved who they are.
    package struct SecondFactor: Sendable, Hashable {
        /// For example `phone`.
        package let provider: ProviderID
        /// The name of the factor within its account.
        package let enrollmentID: String

        package init(_ provider: ProviderID, enrollmentID: String) {
            (self.provider, self.enrollmentID) = (provider, enrollmentID)
        }
    }

    package init(_ provider: ProviderID, secondFactor: SecondFactor? = nil) {
        (self.provider, self.secondFactor) = (provider, secondFactor)
    }
}
