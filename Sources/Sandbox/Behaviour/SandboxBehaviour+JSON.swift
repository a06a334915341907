import HTTPService
import StrictJSON
import VerificationCore

extension SandboxBehaviour {
    /// The members that are plain numbers: shares, and a rate.
    ///
    /// Made anew at each use, because key paths cannot be shared between tasks.
    private static var numbers: [(name: String, path: WritableKeyPath<SandboxBehaviour, Double>)] {
        [
            ("slow", \.slow), ("refusedForNow", \.refusedForNow), ("refusedForGood", \.refusedForGood),
            ("throttled", \.throttled), ("unknown", \.unknown), ("perSecond", \.perSecond),
            ("delivered", \.receipts.delivered), ("undelivered", \.receipts.undelivered), ("lost", \.receipts.lost),
            ("receiptsReversed", \.receipts.reversed), ("receiptsTwice", \.receipts.twice),
        ]
    }

    private static let times: Set<String> = [
        "minimumLatencyMs", "maximumLatencyMs", "slowLatencyMs", "retryAfterMs", "minimumReceiptMs", "maximumReceiptMs",
    ]

    /// Reads a behaviour; a missing member has its default, and an unknown member is an error.
    ///
    /// Times are in milliseconds. When only the minimum is given, the maximum equals it.
    package init(json: [UInt8]) throws(Problem) {
        // The answer does not say where in the body the mistake is, because a behaviour has only a few short members.
        guard let object = (try? JSONValue(parsing: json))?.object else { throw .malformedJSON }
        let known = Self.times.union(Self.numbers.map(\.name))
        guard object.members.allSatisfy({ known.contains($0.key) }) else { throw .unknownMember }
        self.init()
        for (name, path) in Self.numbers { self[keyPath: path] = try Self.number(name, in: object) ?? 0 }
        latency = try Self.range("LatencyMs", in: object, upTo: Self.longestLatency, .impossibleLatency)
        slowLatency = try Self.time("slowLatencyMs", in: object, upTo: Self.longestLatency, .impossibleLatency) ?? .zero
        retryAfter = try Self.time("retryAfterMs", in: object, upTo: Self.longestRetryAfter, .impossibleRate)
        receipts.delay = try Self.range("ReceiptMs", in: object, upTo: Self.longestReceiptDelay, .impossibleReceipts)
        try validate()
    }

    /// Writes what `init(json:)` reads.
    package func write(to writer: inout JSONWriter) {
        writer.member("minimumLatencyMs", Self.milliseconds(latency.lowerBound))
        writer.member("maximumLatencyMs", Self.milliseconds(latency.upperBound))
        writer.member("slowLatencyMs", Self.milliseconds(slowLatency))
        for (name, path) in Self.numbers { writer.member(name, self[keyPath: path]) }
        writer.member("retryAfterMs", retryAfter.map(Self.milliseconds))
        writer.member("minimumReceiptMs", Self.milliseconds(receipts.delay.lowerBound))
        writer.member("maximumReceiptMs", Self.milliseconds(receipts.delay.upperBound))
    }

    private static func range(
        _ name: String, in object: JSONObject, upTo longest: Duration, _ problem: Problem
    ) throws(Problem) -> ClosedRange<Duration> {
        let minimum = try time("minimum" + name, in: object, upTo: longest, problem)
        let maximum = try time("maximum" + name, in: object, upTo: longest, problem) ?? minimum ?? .zero
        guard (minimum ?? .zero) <= maximum else { throw problem }
        return (minimum ?? .zero)...maximum
    }

    private static func time(
        _ name: String, in object: JSONObject, upTo longest: Duration, _ problem: Problem
    ) throws(Problem) -> Duration? {
        guard let number = try number(name, in: object) else { return nil }
        guard (0...Self.milliseconds(longest)).contains(number) else { throw problem }
        return .milliseconds(number)
    }

    private static func number(_ name: String, in object: JSONObject) throws(Problem) -> Double? {
        guard let value = object[name] else { return nil }
        guard let number = value.double else { throw .malformedJSON }
        return number
    }

    private static func milliseconds(_ span: Duration) -> Double { Double(span.wholeMicroseconds) / 1_000 }
}
