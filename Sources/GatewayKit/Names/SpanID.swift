/// The name of a span: of a piece of work within a trace.
public struct SpanID: Sendable, Hashable {
    /// The 64 bits.
    public let bits: UInt64

    /// Takes the 64 bits as they are; W3C trace context allows all but 64 zeros.
    public init(bits: UInt64) {
        self.bits = bits
    }
}

extension SpanID: CustomStringConvertible {
    /// The 16 hexadecimal digits, in lower case.
    public var description: String {
        var text: [UInt8] = []
        bits.appendLowerHex(16, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
