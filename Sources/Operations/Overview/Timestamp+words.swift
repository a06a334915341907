import VerificationCore

extension Timestamp {
    /// For people, to the minute, for example `2027-01-31 17:30 UTC`.
    package var minuteWords: String {
        let text = rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
