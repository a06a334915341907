/// Port: ends verifications for an app.
package protocol VerificationCanceller: Sendable {
    /// Ends a pending verification; a verification that has ended already stays as it is.
    ///
    /// `tellsEvents`: whether the app has an endpoint for events.
    ///
    /// - Returns: how the verification stands afterwards.
    func cancel(_ id: VerificationID, of app: AppID, tellsEvents: Bool) async throws(StoreProblem) -> FoundVerification
}
