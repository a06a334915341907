/// Port: how a verification stands.
package protocol VerificationReader: Sendable {
    /// The verification that `id` leads to; `id` may be that of any request of this app.
    func verification(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> FoundVerification
}
