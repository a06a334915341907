/// A row of the table `verification`.
package struct NewVerification: Sendable, Hashable {
    package let request: VerificationRequest
    package let status: VerificationStatus
    package let reason: String?
    package let code: CodeSource
    package let maxSends: Int
    package let maxChecks: Int
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
}
