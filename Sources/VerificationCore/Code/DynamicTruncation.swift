/// Makes a number that a person can type out of an authentication code: the dynamic truncation of RFC 4226, section 5.3.
package enum DynamicTruncation {
    /// The last digits of the number, with leading zeros; `count` is at most 10.
    ///
    /// `mac`: an HMAC of at least 20 bytes.
    package static func digits(_ count: Int, of mac: [UInt8]) -> String {
        let offset = Int(mac[mac.count - 1] & 0xF)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return String(decoding: tenDigits(of: number).suffix(count), as: UTF8.self)
    }

    /// The number in ten digits with leading zeros, so that no code takes longer to make than another.
    private static func tenDigits(of number: UInt32) -> [UInt8] {
        var digits = [UInt8](repeating: 0, count: 10)
        var rest = number
        for place in digits.indices.reversed() {
            digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        return digits
    }
}
