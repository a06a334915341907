/// Port: what is on record of one phone.
///
/// For people who help a user; no verification waits for it.
package protocol PhoneHistory: Sendable {
    /// A phone's verifications, newest first.
    ///
    /// For the next page, give the last id of this page as `before`. A page with fewer than `limit` is the last.
    ///
    /// - Parameters:
    ///   - phone: whose.
    ///   - before: only ids that sort before this id; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `before`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> [VerificationReport]
}
