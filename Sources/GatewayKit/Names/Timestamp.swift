/// A moment, in microseconds since 1970-01-01 UTC, the unit in which PostgreSQL counts.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// Takes the microseconds since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Orders moments in time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Timestamp {
    package var milliseconds: Int64 { microseconds / 1_000 }

    package init(seconds: Int64) {
        self.init(microseconds: seconds * 1_000_000)
    }

    /// The moment after a span; beyond the first or last moment that fits, it stays there.
    ///
    /// So a damaged row cannot end the process.
    package static func + (moment: Timestamp, span: Duration) -> Timestamp {
        let (sum, isBeyond) = moment.microseconds.addingReportingOverflow(span.wholeMicroseconds)
        return Timestamp(microseconds: isBeyond ? (moment.microseconds < 0 ? .min : .max) : sum)
    }

    package static func - (moment: Timestamp, span: Duration) -> Timestamp {
        Timestamp(microseconds: (moment - Timestamp(microseconds: span.wholeMicroseconds)).wholeMicroseconds)
    }

    /// How far `moment` lies after `earlier`; negative when it lies before.
    package static func - (moment: Timestamp, earlier: Timestamp) -> Duration {
        let (span, isBeyond) = moment.microseconds.subtractingReportingOverflow(earlier.microseconds)
        return .microseconds(isBeyond ? (moment.microseconds < 0 ? .min : .max) : span)
    }
}

extension Duration {
    /// The span in microseconds, rounded towards zero.
    package var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }

    /// The span in whole seconds, rounded up, so that a `Retry-After` is never too early.
    package var secondsRoundedUp: Int {
        Int((wholeMicroseconds + 999_999) / 1_000_000)
    }
}
