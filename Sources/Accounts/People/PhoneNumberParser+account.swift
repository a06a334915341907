import AccountCore
import VerificationCore

extension PhoneNumberParser {
    /// The number of an account as it is kept, E.164; throws the wire's word for a text that can be no number.
    ///
    /// An account's number need not be able to get SMS. So a number that no numbering plan has is taken too, where it
    /// has the form of a number.
    func accountNumber(_ text: String) throws(WireError) -> String {
        do throws(PhoneNumberProblem) {
            return try parse(text).e164
        } catch {
            guard error.isOfPlan, let number = PastedText.numberOfNoPlan(text) else {
                throw .refused(.invalidPhoneNumber, error.wireWords)
            }
            return number
        }
    }
}

extension PhoneNumberProblem {
    /// Whether only the numbering plans speak against the number, and not its form.
    fileprivate var isOfPlan: Bool {
        switch self {
        case .unknownCallingCode, .impossible: true
        case .malformed, .tooShort, .tooLong: false
        }
    }
}
