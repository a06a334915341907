/// A reason that several providers give, under one word.
package enum SharedReason: String, Sendable, CaseIterable {
    /// The person has told this sender to send nothing more, for example by the reply STOP.
    case repliedStop = "replied-stop"

    /// For people who look into why a message was not sent.
    package var words: String {
        switch self {
        case .repliedStop: "the person replied STOP to this sender"
        }
    }

    /// A reason with its words, where it has any; otherwise the reason alone.
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
