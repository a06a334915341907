import VerificationCore

/// The public half of a key with which a backend signs custom tokens of a project, as the store keeps it.
///
/// The backend alone has the private half.
package struct ServiceAccount: Sendable, Hashable {
    /// The `kid` of the tokens that it signs.
    package let keyID: String
    /// Whose people it may name.
    package let project: ProjectID
    /// By this name its tokens say who made them.
    package let email: String
    /// As PEM, in the form of any public key (`PUBLIC KEY`).
    package let publicKey: String
    package let createdAt: Timestamp

    package init(keyID: String, project: ProjectID, email: String, publicKey: String, createdAt: Timestamp) {
        (self.keyID, self.project, self.email) = (keyID, project, email)
        (self.publicKey, self.createdAt) = (publicKey, createdAt)
    }
}
