/// Base32 as in RFC 4648, in which authenticator apps read their secrets.
package enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Without padding, which some apps do not read.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(letters[bits >> count & 0x1F])
            }
            bits &= 1 << count - 1
        }
        if count > 0 { text.append(letters[bits << (5 - count) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }
}
