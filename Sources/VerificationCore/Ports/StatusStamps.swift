/// Port: whether anything is new about verifications, for callers who wait for it.
package protocol StatusStamps: Sendable {
    /// Where the verifications stand that these ids lead to, of whichever app; an id that no worker has seen yet is left
    /// out.
    func stamps(of ids: [VerificationID]) async throws(StoreProblem) -> [VerificationID: StatusStamp]
}

/// What a caller who waits for news of a verification has seen of it; another stamp means that something is new.
///
/// It says how the verification and its last message stand, in words that only the store understands.
package struct StatusStamp: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
