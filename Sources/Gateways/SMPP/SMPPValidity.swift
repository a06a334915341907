import VerificationCore

/// How an SMSC is told until when it may deliver a message.
package enum SMPPValidity: String, Sendable, CaseIterable {
    /// As a span: `000000001000000R` for ten minutes.
    case relative
    /// As a moment in UTC: `260102031405000+` for 03:14:05 on 2 January 2026.
    case absolute
    /// Not at all, so that the SMSC's own time holds.
    case none

    /// The `validity_period` of a message that is good for so long from now on.
    func period(_ validFor: Duration, at now: Timestamp) -> String {
        let seconds = min(max(1, validFor.components.seconds), Self.longest)
        switch self {
        case .relative:
            let fields = [seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
            return "0000" + fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined() + "000R"
        case .absolute:
            let digits = (now + .seconds(seconds)).rfc3339.utf8.filter(\.isASCIIDigit)
            // Year, month, day, hour, minute and second without the century, then tenths and the distance to UTC.
            return String(decoding: digits.dropFirst(2).prefix(12), as: UTF8.self) + "000+"
        case .none: return ""
        }
    }

    /// A month; no code lives longer, and the field for days has two digits.
    private static let longest: Int64 = 30 * 86_400 + 86_399
}
