import Glibc
import Synchronization

/// The value of answers' field `Date` (RFC 9110, 6.6.1), written once for all answers of a second.
final class DateField: Sendable {
    private let last = Mutex<(second: Int, text: String)>((.min, ""))

    /// `second`: by the Unix clock.
    func value(at second: Int = time(nil)) -> String {
        last.withLock { last in
            if last.second != second { last = (second, Self.text(of: second)) }
            return last.text
        }
    }

    /// The process keeps the locale "C", so days and months have their English names.
    private static func text(of second: Int) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress,
                strftime(start, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0
            else { return "" }
            return String(cString: start)
        }
    }
}
