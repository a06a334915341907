/// A `timestamptz`: microseconds since 1970-01-01 00:00 UTC.
///
/// PostgreSQL's `infinity` is the largest value and `-infinity` the smallest.
package struct PostgresTimestamp: Hashable, Comparable, PostgresValue {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

    package static var postgresType: PostgresType { .timestamptz }

    /// The server counts from 2000-01-01; a time that is too early for its numbers becomes `-infinity`.
    package func encode(into buffer: inout PostgresBuffer) {
        guard microseconds < .max else { return buffer.append(Int64.max) }
        let (value, overflow) = microseconds.subtractingReportingOverflow(Self.epochOffset)
        buffer.append(overflow ? Int64.min : value)
    }

    /// Throws `decoding` for the last 30 years of PostgreSQL's calendar, from the year 294,247 on, which do not fit.
    package init(postgres bytes: RawSpan, type: PostgresType) throws(PostgresError) {
        guard type == .timestamptz else { throw Self.mismatch(type) }
        guard let value: Int64 = bytes.wholeBigEndian() else { throw Self.malformed(type) }
        if value == .max || value == .min {
            microseconds = value
        } else {
            let (sum, overflow) = value.addingReportingOverflow(Self.epochOffset)
            guard !overflow else { throw Self.malformed(type) }
            microseconds = sum
        }
    }

    /// Microseconds from 1970-01-01 to 2000-01-01.
    private static let epochOffset: Int64 = 946_684_800_000_000
}
