/// The name of a trace: of all the work, in all programs, that one call has caused.
public struct TraceID: Sendable, Hashable {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// Takes the 128 bits as they are; W3C trace context allows all but 128 zeros.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 hexadecimal digits in lower case; nil for any other text, and for 32 zeros.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, let high = UInt64(lowerHex: text.utf8.prefix(16)),
            let low = UInt64(lowerHex: text.utf8.dropFirst(16)), high | low != 0
        else { return nil }
        self.init(high: high, low: low)
    }

    func append(to text: inout [UInt8]) {
        high.appendLowerHex(16, to: &text)
        low.appendLowerHex(16, to: &text)
    }
}

extension TraceID: CustomStringConvertible {
    /// The 32 hexadecimal digits, in lower case.
    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(32)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
