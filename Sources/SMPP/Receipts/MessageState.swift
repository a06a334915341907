/// How far the network has come with a message, as the TLV `message_state` counts it.
package enum MessageState: UInt8, Sendable, Hashable, CaseIterable {
    /// SMPP 5.0.
    case scheduled = 0
    case enRoute = 1
    case delivered = 2
    case expired = 3
    case deleted = 4
    case undeliverable = 5
    case accepted = 6
    case unknown = 7
    case rejected = 8
    /// SMPP 5.0.
    case skipped = 9

    /// Reads the state after `stat:`, in any case and however it is shortened: `DELIVRD`, `Delivered`, or `2`.
    ///
    /// A state that no SMSC should use counts as `unknown`.
    package init(word: String) {
        let word = word.uppercased()
        if let number = UInt8(word), let state = MessageState(rawValue: number) {
            self = state
        } else {
            self = Self.beginnings.first { word.hasPrefix($0.letters) }?.state ?? .unknown
        }
    }

    private static let beginnings: [(letters: String, state: MessageState)] = [
        ("SCHED", .scheduled), ("ENROUT", .enRoute), ("EN_ROUT", .enRoute), ("DELIV", .delivered), ("EXPIR", .expired),
        ("DELET", .deleted), ("UNDEL", .undeliverable), ("ACCEP", .accepted), ("REJEC", .rejected), ("SKIP", .skipped),
    ]
}
