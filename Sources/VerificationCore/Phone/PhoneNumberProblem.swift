/// Why a text is not a phone number that can get an SMS.
package enum PhoneNumberProblem: String, Error, Sendable, CaseIterable {
    /// Characters or a form that parsers do not read: no `+`, letters, extensions, too long a text.
    case malformed
    case unknownCallingCode = "unknown-calling-code"
    case tooShort = "too-short"
    case tooLong = "too-long"
    /// The length is right, but no numbering plan has such a number.
    case impossible
}
