import StrictJSON

/// What Vonage says of each part of one message.
struct VonageAnswer {
    /// The first part's id, under which the message is known here; nil where the part has none.
    let id: String?
    /// The parts' verdicts; 0 is accepted.
    private let statuses: [UInt16]
    /// How many parts Vonage says there are.
    private let count: Int

    /// Nil for a body that does not have a verdict for each part it lists.
    init?(_ body: JSONValue?) {
        guard let parts = body?["messages"]?.array, let first = parts.first else { return nil }
        statuses = parts.compactMap { Self.number($0["status"]) }
        guard statuses.count == parts.count else { return nil }
        id = first["message-id"]?.gatewayID
        count = Self.number(body?["message-count"]).map(Int.init) ?? parts.count
    }

    /// Whether Vonage has taken every part that it lists.
    var isAccepted: Bool { statuses.allSatisfy { $0 == 0 } }

    /// The first part's verdict, if Vonage has refused all parts; nil if a part may have left.
    var refusedWith: UInt16? { statuses.count >= count && !statuses.contains(0) ? statuses.first : nil }

    /// Vonage writes its numbers as strings.
    private static func number(_ value: JSONValue?) -> UInt16? {
        value?.string.flatMap { UInt16($0) } ?? value?.integer.flatMap { UInt16(exactly: $0) }
    }
}
