/// Port: whether anything is new about verifications, for callers who wait for it.
package protocol StatusStamps: Sendable {
    /// Where the verifications stand that these ids lead to, whose they ever are; of an id that no worker has seen yet,
    /// nothing.
    func stamps(of ids: [VerificationID]) async throws(StoreProblem) -> [VerificationID: StatusStamp]
}
