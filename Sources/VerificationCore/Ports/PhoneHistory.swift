/// Port: what is on record of one phone.
///
/// For people who help somebody; nobody waits for it in a verification.
package protocol PhoneHistory: Sendable {
    /// A phone's verifications, newest first.
    ///
    /// One page: for the next, give the last id of this one as `before`. A page with fewer than `limit` is the last.
    ///
    /// - Parameters:
    ///   - phone: whose.
    ///   - before: only ids that sort before this one; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `before`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport]
}
