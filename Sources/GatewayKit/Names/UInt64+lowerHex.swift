extension UInt64 {
    /// Reads hexadecimal digits in lower case, 16 at most; nil for any other text.
    init?(lowerHex digits: some Sequence<UInt8>) {
        var number: UInt64 = 0
        var count = 0
        for digit in digits {
            let value: UInt64
            switch digit {
            case 0x30...0x39: value = UInt64(digit - 0x30)
            case 0x61...0x66: value = UInt64(digit - 0x61 + 10)
            default: return nil
            }
            number = number << 4 | value
            count += 1
        }
        guard (1...16).contains(count) else { return nil }
        self = number
    }

    /// Appends the last `count` hexadecimal digits, in lower case.
    func appendLowerHex(_ count: Int, to text: inout [UInt8]) {
        for place in stride(from: 4 * (count - 1), through: 0, by: -4) {
            let value = UInt8(truncatingIfNeeded: self >> UInt64(place)) & 0xF
            text.append(value < 10 ? 0x30 + value : 0x61 + value - 10)
        }
    }
}
