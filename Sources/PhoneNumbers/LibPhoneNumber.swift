import CPhoneNumber
import VerificationCore

/// Reads numbers with Google's libphonenumber, which knows the numbering plan of every region.
///
/// Holds nothing and may be used from any number of tasks at once. The first number costs some milliseconds, because
/// the library then reads its tables. A later number in plain form costs about three microseconds. Each other number,
/// such as a number with a national prefix or an impossible number, costs ten times as much.
package struct LibPhoneNumber: PhoneNumberParser {
    /// Needs nothing.
    package init() {}

    /// Returns the single form of an international number, or why the text is no number.
    ///
    /// `+49 (0)30 123456` and `+4930123456` are equal, and parsing the `e164` of a result gives that result. A number
    /// that the library fails to judge, for example for want of memory, is `impossible`: verifyd sends to checked
    /// numbers only.
    package func parse(_ text: String) throws(PhoneNumberProblem) -> PhoneNumber {
        let digits = try InternationalDigits(text)
        var parts = CPhoneNumberParts()
        switch CPhoneNumberParse(digits.text, &parts) {
        case .valid: return PhoneNumber(parts)
        case .unknownCallingCode: throw .unknownCallingCode
        case .tooShort: throw .tooShort
        case .tooLong: throw .tooLong
        case .impossible, .libraryFailed: throw .impossible
        }
    }
}

extension PhoneNumber {
    fileprivate init(_ parts: CPhoneNumberParts) {
        let region = String(endedByNUL: parts.region)
        self.init(
            e164: String(endedByNUL: parts.e164), region: region,
            callingCode: Int(parts.callingCode), kind: Kind(parts.kind, region: region))
    }
}

extension String {
    /// Reads a C array of characters, which Swift sees as a tuple, up to its NUL.
    init<Characters: BitwiseCopyable>(endedByNUL characters: Characters) {
        self = withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
