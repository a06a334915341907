/// What a process does with the store; its user in the database needs the rights for this work, and no others.
package enum StoreWork: Sendable {
    /// Claims requests and records their sends, as a worker does.
    case claims
    /// Checks codes, and cancels and erases verifications, as an API does.
    case checks
    /// Shows what is on record, as a dashboard does, and ends or begins no verification.
    case looks
}
