/// What a store says of the record of a send.
package enum Recorded: Sendable, Hashable {
    /// The outcome is on record, by this call or by an earlier call with the same record.
    ///
    /// With a change when receipts of an accepted message came before its record, so that the record has changed its
    /// status; a repeated call may say nothing of it.
    case saved(DeliveryChange?)
    /// Another worker has taken the message over, or another outcome is on record. Nothing was changed.
    case stale
}
