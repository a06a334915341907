/// Which part's receipt says what became of a message with several parts.
package enum SMPPReceiptOf: String, Sendable, CaseIterable {
    /// The last part's; the SMSC is asked for no other.
    case last
    /// The first part's; the SMSC is asked for no other.
    case first
    /// Each part's: the SMSC is asked for all, and the message bears the ids of all.
    case any

    /// Whether a receipt is asked for the part with this place among so many.
    func asks(at index: Int, of count: Int) -> Bool {
        switch self {
        case .last: index == count - 1
        case .first: index == 0
        case .any: true
        }
    }

    /// The message's id, made of the ids that the SMSC gave its parts in their order; nil where it gave none.
    func id(among ids: [String]) -> String? {
        let chosen =
            switch self {
            case .last: ids.suffix(1)
            case .first: ids.prefix(1)
            case .any: ids[...]
            }
        let text = chosen.filter { !$0.isEmpty }.joined(separator: "\n")
        return text.isEmpty ? nil : text
    }
}
