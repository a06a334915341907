/// A member of a request's body.
enum WireValue: Encodable, Sendable, Hashable {
    case text(String)
    case truth(Bool)
    case list([WireValue])
    case object([String: WireValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .truth(let truth): try container.encode(truth)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

extension WireValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .truth(value) }
}
