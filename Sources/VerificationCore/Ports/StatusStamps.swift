/// Port: whether anything is new about verifications, for callers who wait for it.
package protocol StatusStamps: Sendable {
    /// Where the verifications stand that these ids lead to, of whichever app; an id that no worker has seen yet is left
    /// out.
    func stamps(of ids: [VerificationID]) async throws(StoreProblem) -> [VerificationID: StatusStamp]
}
