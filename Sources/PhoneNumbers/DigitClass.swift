/// Some of the ten digits, for example `[2-46]`.
struct DigitClass: Sendable, Equatable {
    private let bits: UInt16

    /// The lowest digit of the class.
    var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }

    func contains(_ digit: UInt8) -> Bool { bits >> digit & 1 == 1 }

    func forEach(_ body: (Int) -> Void) {
        for digit in 0..<10 where bits >> UInt16(digit) & 1 == 1 { body(digit) }
    }

    /// Reads a prefix of digits, classes and dots; nil for any other text.
    ///
    /// `*` is the prefix of every number.
    static func prefix(_ text: some Collection<UInt8>) -> [DigitClass]? {
        if text.elementsEqual("*".utf8) { return [] }
        var (classes, rest) = ([DigitClass](), text[...])
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "."): classes.append(DigitClass(bits: 0b11_1111_1111))
            case UInt8(ascii: "["):
                guard let end = rest.firstIndex(of: UInt8(ascii: "]")), let members = members(rest[..<end]) else {
                    return nil
                }
                classes.append(members)
                rest = rest[rest.index(after: end)...]
            default:
                guard let digit = digit(byte) else { return nil }
                classes.append(DigitClass(bits: 1 << UInt16(digit)))
            }
        }
        return classes.isEmpty ? nil : classes
    }

    /// Digits in ascending order, and spans such as `2-4`.
    private static func members(_ text: some Collection<UInt8>) -> DigitClass? {
        var (bits, last, isSpan) = (UInt16(0), -1, false)
        for byte in text {
            if byte == UInt8(ascii: "-") {
                guard last >= 0, !isSpan else { return nil }
                isSpan = true
                continue
            }
            guard let digit = digit(byte).map(Int.init), digit > last else { return nil }
            for member in (isSpan ? last + 1 : digit)...digit { bits |= 1 << UInt16(member) }
            (last, isSpan) = (digit, false)
        }
        return bits == 0 || isSpan ? nil : DigitClass(bits: bits)
    }

    /// The value of an ASCII digit.
    static func digit(_ byte: UInt8) -> UInt8? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
    }
}
