import VerificationCore

/// What a user typed for a phone number, reduced to `+` and its ASCII digits.
///
/// Each sequence of digits has this one spelling, so another spelling does not get round a limit per number. A text that
/// holds a number among other words, or letters for the keys of a telephone, is refused.
struct InternationalDigits: Equatable {
    /// `+` and at least one digit.
    let text: String

    /// Takes what `PastedText.international` takes; everything else is `malformed`.
    init(_ typed: String) throws(PhoneNumberProblem) {
        guard let text = PastedText.international(typed) else { throw .malformed }
        self.text = text
    }
}
