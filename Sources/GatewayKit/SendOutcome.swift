/// What came of one call to a gateway; each case says what the worker may do next.
public enum SendOutcome: Sendable, Hashable {
    /// The provider has it, under this id if it gave one. Never sent again.
    ///
    /// Where the provider tells of each part of a message, `id` holds the parts' ids, a line each.
    case accepted(id: String?)
    /// It definitely did not leave.
    case refused(reason: String, Refusal)
    /// It definitely did not leave, because the provider is busy. The next try is not before `after`, if the provider
    /// said so.
    case throttled(after: Duration?)
    /// The provider may or may not have it: the answer was lost, late or unreadable.
    case unknown(reason: String)
}

/// Who may try again to send a message that definitely did not leave.
public enum Refusal: Sendable, Hashable, CaseIterable {
    /// The same gateway a little later, or another gateway now: the fault passes, for example a refused connection.
    case forNow
    /// Only another gateway, for example because this gateway's account has no money left.
    case byThisGateway
    /// No gateway, for example because the number does not exist.
    case byEveryGateway
}
