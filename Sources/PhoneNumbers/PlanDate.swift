import VerificationCore

/// The day of a plan, for example `2026-11-06`.
package struct PlanDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let year, month, day: Int

    /// Nil for what is no day of the Gregorian calendar in this form.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1970, (1...12).contains(month), (1...days[month - 1]).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Before every plan.
    static let never = PlanDate(year: 1970, month: 1, day: 1)

    private init(year: Int, month: Int, day: Int) { (self.year, self.month, self.day) = (year, month, day) }

    package static func < (left: PlanDate, right: PlanDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// When the day begins, in UTC.
    package var start: Timestamp {
        Timestamp(rfc3339: "\(self)T00:00:00Z") ?? Timestamp(seconds: 0)
    }

    package var description: String {
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
