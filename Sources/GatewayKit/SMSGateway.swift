/// Port: hands one message to a provider.
///
/// This is all that the author of a gateway implements. A worker calls `send` once for each try, from many tasks at
/// once. `send` answers within `deadline`. It does not throw, because an unclassified error must never look like "not
/// sent". The worker cancels a call that is still running at the deadline, and counts it as `.unknown`.
public protocol SMSGateway: Sendable {
    /// Names the gateway in configuration, rows and metrics, for example `webhook`.
    var name: String { get }

    /// Whether two sends with the same `OutgoingMessage.id` reach the phone only once.
    var honorsIdempotencyKeys: Bool { get }

    /// Whether `send` never outlives its deadline, whatever the provider does, so that the worker need not watch it.
    ///
    /// False unless the author of the gateway says otherwise.
    var keepsDeadlines: Bool { get }

    /// Whether the provider reports later if a message that it has accepted was delivered.
    ///
    /// Then the id of `SendOutcome.accepted` is kept, and a receipt with this id finds the message. False unless the
    /// author of the gateway says otherwise.
    var reportsDelivery: Bool { get }

    /// Hands over one message and says what is known of it afterwards.
    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome
}

extension SMSGateway {
    /// False, so that the worker watches each call.
    ///
    /// This costs little, so it is right for an author who is not sure.
    public var keepsDeadlines: Bool { false }

    /// False, so that the id of a message is shown and nothing else.
    public var reportsDelivery: Bool { false }
}

/// The outcome of one call to a gateway; each case says what the worker may do next.
public enum SendOutcome: Sendable, Hashable {
    /// The provider has it, under this id if it gave one. Never sent again.
    ///
    /// Where the provider sends a receipt for each part of a message, `id` holds the parts' ids, a line each.
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

/// A reason that several providers give, under one name.
package enum SharedReason: String, Sendable, CaseIterable {
    /// The person has told this sender to send nothing more, for example by the reply STOP.
    case repliedStop = "replied-stop"

    /// For people who look into why a message was not sent.
    package var words: String {
        switch self {
        case .repliedStop: "the person replied STOP to this sender"
        }
    }

    /// A reason with its text for people, where it has any; otherwise the reason alone.
    package static func explained(_ reason: String) -> String {
        SharedReason(rawValue: reason).map { "\(reason): \($0.words)" } ?? reason
    }
}

extension SendOutcome {
    /// The person has told the sender to send nothing more, for example by the reply STOP.
    ///
    /// The refusal is of this sender: another gateway, with another sender, may have the message.
    public static let repliedStop = SendOutcome.refused(reason: SharedReason.repliedStop.rawValue, .byThisGateway)
}
