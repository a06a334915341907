import VerificationCore

/// What a user typed for a phone number, reduced to `+` and its ASCII digits.
///
/// libphonenumber is lenient on purpose: it looks for a number anywhere in a text and reads letters as the keys of a
/// telephone. This type refuses such a text before the library sees it. Each sequence of digits then has one spelling,
/// and another spelling does not get round a limit per number.
struct InternationalDigits: Equatable {
    /// `+` and at least one digit.
    let text: String

    /// Takes what `PastedText.international` takes; everything else is `malformed`.
    init(_ typed: String) throws(PhoneNumberProblem) {
        guard let text = PastedText.international(typed) else { throw .malformed }
        self.text = text
    }
}
