import VerificationCore

extension Timestamp {
    /// For a measure, for example `03:05:20 UTC`.
    var timeOfDay: String { "\(rfc3339.dropFirst("2027-01-31T".count).prefix(8)) UTC" }
}
