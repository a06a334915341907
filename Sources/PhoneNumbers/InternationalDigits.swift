import VerificationCore

/// What a user typed for a phone number, reduced to `+` and its ASCII digits.
///
/// libphonenumber is lenient on purpose: it looks for a number anywhere in a text, reads letters as the keys of a
/// telephone and knows the digits of every script. This type refuses such a text before the library sees it. Each
/// sequence of digits then has one spelling, and another spelling does not get round a limit per number.
struct InternationalDigits: Equatable {
    /// The longest text that is looked at; a number and its punctuation need less than half of it.
    static let longestText = 64

    /// `+` and at least one digit.
    let text: String

    /// Accepts one `+`, then digits, with blanks, dashes, dots, slashes and round brackets anywhere people put them.
    ///
    /// Everything else is `malformed`: no `+` (and so `00…` and national numbers), a second `+` or a `+` after a digit,
    /// letters, extensions, `tel:`, control and zero-width characters, and whatever is not ASCII.
    init(_ typed: String) throws(PhoneNumberProblem) {
        guard typed.utf8.count <= Self.longestText else { throw .malformed }
        var canonical: [UInt8] = []
        canonical.reserveCapacity(Self.longestText)
        for byte in typed.utf8 {
            switch byte {
            case UInt8(ascii: "+") where canonical.isEmpty: canonical.append(byte)
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !canonical.isEmpty: canonical.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): break
            case UInt8(ascii: "("), UInt8(ascii: ")"): break
            default: throw .malformed
            }
        }
        guard canonical.count > 1 else { throw .malformed }
        text = String(decoding: canonical, as: UTF8.self)
    }
}
