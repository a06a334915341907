/// What an installation did, or would do, so that a database from a backup sends nothing twice.
package struct Restoration: Sendable, Hashable {
    /// The reason of everything that a restore has ended, as a stable identifier.
    package static let reason = "restored"

    /// Requests that were made until this moment are not sent, unless they are on record.
    package let at: Timestamp
    /// Verifications that waited for their codes; they are over, because nobody can know how they went on after the
    /// backup.
    package let endedVerifications: Int
    /// Messages that were being sent, or waited for another try; nobody can know whether they left.
    package let unknownMessages: Int
    /// Sessions of accounts that ended; nil where they were kept.
    package let endedSessions: Int?
    /// Sessions of operators, who sign in again.
    package let endedOperatorSessions: Int

    package init(
        at: Timestamp, endedVerifications: Int, unknownMessages: Int, endedSessions: Int?, endedOperatorSessions: Int
    ) {
        self.at = at
        self.endedVerifications = endedVerifications
        self.unknownMessages = unknownMessages
        self.endedSessions = endedSessions
        self.endedOperatorSessions = endedOperatorSessions
    }
}
