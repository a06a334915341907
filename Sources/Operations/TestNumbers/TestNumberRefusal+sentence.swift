import VerificationCore

extension TestNumberRefusal {
    /// For a person who has asked on a page.
    package var sentence: String {
        switch self {
        case .cannotGetSMS: "This number is of a kind that gets no SMS."
        case .badCode: "Give the code, 4 to 10 digits."
        case .ended: "The end must be a time to come."
        case .tooMany(let most): "The app may have \(most) test numbers. Remove one first."
        case .inUse: "The app has really sent to this number, so it cannot be a test number."
        case .keyMissing:
            "This dashboard lacks the keys of the codes: set code.keys here too, or use verifyd test-numbers."
        }
    }
}
