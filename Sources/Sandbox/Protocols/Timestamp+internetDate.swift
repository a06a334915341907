import VerificationCore

extension Timestamp {
    /// A date as mails have it, for example `Fri, 02 Jan 2026 03:04:05 +0000`.
    var internetDate: String {
        let text = rfc3339
        let (date, time) = (text.prefix(10).split(separator: "-"), text.dropFirst(11).prefix(8))
        guard date.count == 3, let month = Int(date[1]), Self.months.indices.contains(month - 1) else { return text }
        // The first of January 1970 was a Thursday.
        let days = Int(microseconds / 86_400_000_000)
        return "\(Self.weekdays[(days % 7 + 7) % 7]), \(date[2]) \(Self.months[month - 1]) \(date[0]) \(time) +0000"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
