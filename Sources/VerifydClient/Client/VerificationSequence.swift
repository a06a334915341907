/// All verifications of a number, page by page: see ``VerifydClient/verifications(of:)``.
public struct VerificationSequence: AsyncSequence, Sendable {
    /// A verification.
    public typealias Element = Verification

    let client: VerifydClient
    let phoneNumber: String

    /// Begins with the newest verification.
    ///
    /// - Returns: an iterator, which has made no call yet.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// Reads a page when the one before is used up.
    public struct Iterator: AsyncIteratorProtocol {
        let sequence: VerificationSequence
        private var page = VerificationPage(verifications: [], nextPageToken: nil)
        private var hasBegun = false

        init(sequence: VerificationSequence) { self.sequence = sequence }

        /// The next verification; nil after the last one.
        ///
        /// - Returns: a verification.
        /// - Throws: ``ClientError``; the next call then tries the same page again.
        public mutating func next() async throws -> Verification? {
            while page.verifications.isEmpty {
                if hasBegun, page.nextPageToken == nil { return nil }
                page = try await sequence.client.list(phoneNumber: sequence.phoneNumber, after: page.nextPageToken)
                hasBegun = true
            }
            return page.verifications.removeFirst()
        }
    }
}
