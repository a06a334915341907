/// Who may try again to send a message that definitely did not leave.
public enum Refusal: Sendable, Hashable, CaseIterable {
    /// The same gateway a little later, or another gateway now: the fault passes, for example a refused connection.
    case forNow
    /// Only another gateway, for example because this gateway's account has no money left.
    case byThisGateway
    /// No gateway, for example because the number does not exist.
    case byEveryGateway
}
