import VerificationCore

extension PhoneNumber {
    /// The number without its plus, as many providers take it.
    var digits: String { String(e164.dropFirst()) }
}
