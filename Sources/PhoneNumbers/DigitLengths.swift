/// How many digits numbers have after their calling code, for example `7,9-10`.
struct DigitLengths: Sendable, Equatable {
    private var bits: UInt32 = 0

    /// No number's length.
    init() {}

    /// The most that a plan can give a number after its calling code.
    static let longest = 17

    var shortest: Int { bits.trailingZeroBitCount }
    var longest: Int { 31 - bits.leadingZeroBitCount }

    func contains(_ length: Int) -> Bool { length < 32 && bits >> UInt32(length) & 1 == 1 }

    mutating func formUnion(_ others: DigitLengths) { bits |= others.bits }

    /// Reads lengths in ascending order; nil for any other text.
    init?(_ text: ArraySlice<UInt8>) {
        var last = 0
        for part in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map {
                Self.number($0)
            }
            guard (1...2).contains(ends.count), let first = ends.first ?? nil, let end = ends.last ?? nil,
                last < first, first <= end, end <= Self.longest, ends.count == 1 || first < end
            else { return nil }
            for length in first...end { bits |= 1 << UInt32(length) }
            last = end
        }
        guard bits != 0 else { return nil }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        var number = 0
        guard (1...2).contains(text.count) else { return nil }
        for byte in text {
            guard let digit = DigitClass.digit(byte) else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
