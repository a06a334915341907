/// A value in a message's headers or in the arguments of a queue.
package indirect enum AMQPFieldValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    /// Seconds since 1970.
    case timestamp(UInt64)
    case table([String: AMQPFieldValue])
    case array([AMQPFieldValue])
    case null

    /// The text of a `string`, nil for every other kind.
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}

extension AMQPFieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
