/// Names and numbers as Prometheus reads them.
///
/// A name consists of ASCII letters, digits and `_`; a metric's name may also contain `:`. No name begins with a digit.
enum MetricName {
    /// The name with `_` for each byte that is not allowed, and with `_` before a digit at its beginning.
    static func sanitized(_ name: String, allowsColon: Bool = true) -> String {
        var bytes = name.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): byte
            case UInt8(ascii: ":"): allowsColon ? byte : UInt8(ascii: "_")
            default: UInt8(ascii: "_")
            }
        }
        if bytes.first.map({ $0 <= 0x39 }) ?? true { bytes.insert(UInt8(ascii: "_"), at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number as Prometheus' text format writes it.
    static func value(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Inf" : "+Inf" }
        return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
