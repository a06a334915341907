import VerificationCore

extension TestNumberRefusal {
    /// For the terminal: what to say instead.
    var words: String {
        switch self {
        case .cannotGetSMS: "the number is of a kind that gets no SMS"
        case .badCode: "--code must be 4 to 10 digits"
        case .ended: "--until must be a time to come, such as 2027-01-31T00:00:00Z"
        case .tooMany(let most): "the app may have \(most) test numbers; remove one, or raise maxTestNumbers"
        case .inUse: "the app has really sent to this number, so it cannot be a test number"
        case .keyMissing: "the key ring has no current key"
        }
    }
}
