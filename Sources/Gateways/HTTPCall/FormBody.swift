/// The body of an HTML form: `application/x-www-form-urlencoded` in UTF-8.
struct FormBody {
    static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    private(set) var bytes: [UInt8] = []

    /// Whether a space is written as `+`, as forms of web pages have it, and not as `%20`, which URLs have too.
    private let hasPluses: Bool

    init(spacesAsPluses: Bool = false) {
        hasPluses = spacesAsPluses
        bytes.reserveCapacity(512)
    }

    /// Adds a field; every byte but letters, digits, `-`, `.`, `_` and `~` is written as `%XX`.
    ///
    /// A `+` left as it is would be read as a space.
    mutating func add(_ name: String, value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        encode(name)
        bytes.append(UInt8(ascii: "="))
        encode(value)
    }

    /// Adds a field that may be missing.
    mutating func add(_ name: String, value: String?) {
        if let value { add(name, value: value) }
    }

    private mutating func encode(_ text: String) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if Self.isPlain(byte) {
                bytes.append(byte)
            } else if hasPluses, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
