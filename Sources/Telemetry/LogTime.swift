import Glibc

/// A moment of the machine's clock as log lines write it.
package struct LogTime: Sendable, Hashable {
    private let seconds: Int
    private let milliseconds: Int

    /// Takes the milliseconds since 1970-01-01 UTC; not negative.
    package init(milliseconds: Int) {
        seconds = milliseconds / 1_000
        self.milliseconds = milliseconds % 1_000
    }

    package static var now: LogTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
    }

    var secondsSince1970: Double { Double(seconds) + Double(milliseconds) / 1_000 }

    /// RFC 3339 in UTC with milliseconds.
    var rfc3339: String { "\(date)T\(clock)Z" }

    /// Hours to milliseconds, in UTC.
    var clock: String {
        let inDay = seconds % 86_400
        return "\(Self.padded(inDay / 3_600, 2)):\(Self.padded(inDay / 60 % 60, 2)):\(Self.padded(inDay % 60, 2))"
            + ".\(Self.padded(milliseconds, 3))"
    }

    private var date: String {
        var parts = tm()
        var seconds = seconds
        gmtime_r(&seconds, &parts)
        return "\(Self.padded(Int(parts.tm_year) + 1_900, 4))-\(Self.padded(Int(parts.tm_mon) + 1, 2))"
            + "-\(Self.padded(Int(parts.tm_mday), 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
