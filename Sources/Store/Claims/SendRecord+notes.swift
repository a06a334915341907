import VerificationCore

extension SendRecord {
    /// What the app may be told when this record is saved, in order.
    ///
    /// A receipt may have come before the record. Only the transaction knows what it said; see `SQL.tell`.
    var notes: [EventNote] {
        guard let note else { return [] }
        guard !receiptKeys.isEmpty else { return [note] }
        return [note]
            + [.delivered, .undelivered].map { EventNote(note.verification, $0, message: note.message) }
    }
}
