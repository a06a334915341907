import GatewayKit

extension Timestamp {
    /// RFC 3339 in UTC with milliseconds, for example `2026-01-02T03:04:05.678Z`.
    ///
    /// The API and the queue write times in this form.
    package var rfc3339: String {
        let (days, inDay) = milliseconds.quotientAndRemainderFloor(dividingBy: 86_400_000)
        let (year, month, day) = Self.civil(daysSince1970: days)
        // Byte by byte, for each log line has a time of this form: joining strings took four times as long.
        var text: [UInt8] = []
        text.reserveCapacity(24)
        text.append(year, digits: 4, before: "-")
        text.append(month, digits: 2, before: "-")
        text.append(day, digits: 2, before: "T")
        text.append(inDay / 3_600_000, digits: 2, before: ":")
        text.append(inDay / 60_000 % 60, digits: 2, before: ":")
        text.append(inDay / 1_000 % 60, digits: 2, before: ".")
        text.append(inDay % 1_000, digits: 3, before: "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads RFC 3339: date, `T`, time, optional fraction, `Z` or an offset.
    ///
    /// Nil for anything else.
    package init?(rfc3339 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.take("T") || reader.take("t"),
            let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), reader.take(":"),
            let second = reader.number(2), let fraction = reader.fraction(), let offset = reader.offsetSeconds(),
            reader.isAtEnd, (1...12).contains(month), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        // The 30th of February would get the number of another day.
        guard Self.civil(daysSince1970: days) == (year, month, day) else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.init(microseconds: seconds * 1_000_000 + fraction)
    }

    /// Days since 1970-01-01 as a date of the proleptic Gregorian calendar.
    ///
    /// The days are counted in eras of 400 years. An era begins on the first of March, so that the leap day is the last
    /// day of its year.
    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSince1970 + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainderFloor(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.quotientAndRemainderFloor(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Walks over the ASCII of a time stamp.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first.map({ UInt32($0) }) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
        rest.removeFirst()
        return Int64(byte - 0x30)
    }

    mutating func number(_ digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let next = digit() else { return nil }
            value = value * 10 + next
        }
        return value
    }

    /// Microseconds of an optional fraction; digits beyond the sixth are read and dropped.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        guard var value = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 6 { value = value * 10 + next }
            digits += 1
        }
        for _ in 0..<max(0, 6 - digits) { value *= 10 }
        return value
    }

    mutating func offsetSeconds() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

extension Int64 {
    /// Like `quotientAndRemainder`, with a remainder that is never negative.
    fileprivate func quotientAndRemainderFloor(dividingBy divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension [UInt8] {
    /// Appends a number with at least so many digits, and the character after it.
    fileprivate mutating func append(_ number: Int64, digits: Int, before end: Unicode.Scalar) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(number.magnitude, digits: digits)
        append(UInt8(ascii: end))
    }

    private mutating func append(_ number: UInt64, digits: Int) {
        if digits > 1 || number > 9 { append(number / 10, digits: digits - 1) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

extension Timestamp {
    /// Reads a moment as a person types it in UTC, for example `2027-01-31`, `2027-01-31T18:00` or `2027-01-31 18:00:05`.
    ///
    /// It also reads RFC 3339 with an offset. Nil for anything else.
    package init?(typed text: String) {
        let text = String(text.map { $0 == " " ? "T" : $0 })
        let forms = [text, text + "Z", text + ":00Z", text + "T00:00:00Z"]
        guard let moment = forms.lazy.compactMap({ Timestamp(rfc3339: $0) }).first else { return nil }
        self = moment
    }
}
