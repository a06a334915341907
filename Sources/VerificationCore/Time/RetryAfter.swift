/// Reads the `Retry-After` of an HTTP answer.
package enum RetryAfter {
    /// A longer wait is read as 24 h, because no code lives longer, and no event is tried longer.
    package static let longest: Duration = .seconds(86_400)

    /// How long to wait from `now`; nil when the text is neither whole seconds nor a date.
    ///
    /// For example, `17` is 17 seconds, and `Fri, 02 Jan 2026 03:04:05 GMT` is the time from `now` until that moment.
    /// The wait is zero when that moment has passed.
    package static func wait(_ text: String, now: Timestamp) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(Int64(text).map { .seconds(min($0, 86_400)) } ?? longest, longest)
        }
        guard let moment = moment(text) else { return nil }
        return min(max(moment - now, .zero), longest)
    }

    /// Reads the form of date that HTTP allows a sender; does not check the weekday.
    private static func moment(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].utf8.count == 4, words[0].last == ",", words[1].utf8.count == 2,
            let month = months.firstIndex(of: String(words[2])), words[3].utf8.count == 4, words[5] == "GMT"
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp(rfc3339: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
