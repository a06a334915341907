import VerificationCore

extension PhoneNumberProblem {
    /// What is wrong with a number on the command line.
    var words: String {
        switch self {
        case .malformed: "that is no phone number: write it in international form, such as +14155550123"
        case .unknownCallingCode: "no country has a calling code like that"
        case .tooShort: "the number is too short"
        case .tooLong: "the number is too long"
        case .impossible: "there is no such number"
        }
    }
}
