import VerificationCore

/// A simple numbering plan: `+` and 8 to 15 digits, with spaces or dashes between them.
///
/// Numbers that begin with +1900 are premium-rate, and all other numbers are mobile. A few calling codes have a region.
/// Any other number has its first digit as its calling code, and the region `001`.
package struct FakePhoneNumberParser: PhoneNumberParser {
    private static let regions = [("+1", "US"), ("+44", "GB"), ("+49", "DE"), ("+81", "JP"), ("+86", "CN")]

    package init() {}

    package func parse(_ text: String) throws(PhoneNumberError) -> PhoneNumber {
        guard let number = PastedText.international(text) else { throw .malformed }
        let digits = number.dropFirst()
        guard digits.first != "0" else { throw .unknownCallingCode }
        guard digits.count >= 8 else { throw .tooShort }
        guard digits.count <= 15 else { throw .tooLong }
        let (prefix, region) = Self.regions.first { number.hasPrefix($0.0) } ?? (String(number.prefix(2)), "001")
        return PhoneNumber(
            e164: number, region: region, callingCode: Int(prefix.dropFirst()) ?? 0,
            kind: number.hasPrefix("+1900") ? .premiumRate : .mobile)
    }
}
