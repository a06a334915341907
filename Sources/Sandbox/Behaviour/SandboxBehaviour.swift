import HTTPService
import StrictJSON
import VerificationCore

/// How the sandbox behaves as a provider; by default it accepts every message at once and sends no receipts.
package struct SandboxBehaviour: Sendable, Hashable {
    /// How long an answer takes; the times are evenly spread between the bounds.
    package var latency: ClosedRange<Duration> = .zero ... .zero
    /// The share of all answers, from 0 to 1, that take `slowLatency` instead.
    package var slow = 0.0
    package var slowLatency: Duration = .zero
    /// The share of all messages, from 0 to 1, that the sandbox refuses for a passing reason and does not take.
    package var refusedForNow = 0.0
    /// The share that the sandbox refuses for good and does not take.
    package var refusedForGood = 0.0
    /// The share that the sandbox does not take because it pretends to be busy.
    package var throttled = 0.0
    /// The share whose answer gets lost.
    ///
    /// The sandbox takes these messages, so that its inbox shows when a worker sends a message twice.
    package var unknown = 0.0
    /// How many messages the sandbox takes each second, while it throttles the others; 0 for any number.
    package var perSecond = 0.0
    /// How long a throttled sender shall wait; nil says nothing about it.
    package var retryAfter: Duration?
    package var receipts = ReceiptBehaviour()

    package init() {}

    package static let longestLatency = Duration.seconds(60)
    package static let longestReceiptDelay = Duration.seconds(3_600)
    package static let longestRetryAfter = Duration.seconds(3_600)
    package static let greatestRate = 1_000_000.0

    /// Whether the sandbox accepts every message at once, leaves nothing to chance, and sends no receipts.
    var isPlain: Bool {
        latency.upperBound == .zero && slow + refusedForNow + refusedForGood + throttled + unknown == 0
            && perSecond == 0 && !receipts.isAskedFor
    }

    /// Throws unless all shares are from 0 to 1, shares of the same whole are together at most 1, and times and rates are
    /// within their limits.
    package func validate() throws(Problem) {
        guard Self.areShares(of: [refusedForNow, refusedForGood, throttled, unknown]), Self.areShares(of: [slow]),
            Self.areShares(of: [receipts.delivered, receipts.undelivered, receipts.lost]),
            Self.areShares(of: [receipts.reversed]), Self.areShares(of: [receipts.twice])
        else { throw .impossibleShares }
        guard latency.lowerBound >= .zero, latency.upperBound <= Self.longestLatency,
            (.zero...Self.longestLatency).contains(slowLatency)
        else { throw .impossibleLatency }
        guard receipts.delay.lowerBound >= .zero, receipts.delay.upperBound <= Self.longestReceiptDelay else {
            throw .impossibleReceipts
        }
        guard (0...Self.greatestRate).contains(perSecond),
            retryAfter.map((.zero...Self.longestRetryAfter).contains) ?? true
        else { throw .impossibleRate }
    }

    /// Whether the numbers can be shares of one whole; the sum may be off by what is lost in adding.
    private static func areShares(of shares: [Double]) -> Bool {
        shares.allSatisfy { $0 >= 0 && $0 <= 1 } && shares.reduce(0, +) <= 1.000_001
    }
}

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
        latency = try Self.range("LatencyMs", in: object, upTo: Self.longestLatency, orElse: .impossibleLatency)
        slowLatency =
            try Self.time("slowLatencyMs", in: object, upTo: Self.longestLatency, orElse: .impossibleLatency) ?? .zero
        retryAfter = try Self.time("retryAfterMs", in: object, upTo: Self.longestRetryAfter, orElse: .impossibleRate)
        receipts.delay = try Self.range(
            "ReceiptMs", in: object, upTo: Self.longestReceiptDelay, orElse: .impossibleReceipts)
        try validate()
    }

    /// Writes what `init(json:)` reads.
    package func write(to writer: inout JSONWriter) {
        writer.member("minimumLatencyMs", is: Self.milliseconds(latency.lowerBound))
        writer.member("maximumLatencyMs", is: Self.milliseconds(latency.upperBound))
        writer.member("slowLatencyMs", is: Self.milliseconds(slowLatency))
        for (name, path) in Self.numbers { writer.member(name, is: self[keyPath: path]) }
        writer.member("retryAfterMs", is: retryAfter.map(Self.milliseconds))
        writer.member("minimumReceiptMs", is: Self.milliseconds(receipts.delay.lowerBound))
        writer.member("maximumReceiptMs", is: Self.milliseconds(receipts.delay.upperBound))
    }

    private static func range(
        _ name: String, in object: JSONObject, upTo longest: Duration, orElse problem: Problem
    ) throws(Problem) -> ClosedRange<Duration> {
        let minimum = try time("minimum" + name, in: object, upTo: longest, orElse: problem)
        let maximum = try time("maximum" + name, in: object, upTo: longest, orElse: problem) ?? minimum ?? .zero
        guard (minimum ?? .zero) <= maximum else { throw problem }
        return (minimum ?? .zero)...maximum
    }

    private static func time(
        _ name: String, in object: JSONObject, upTo longest: Duration, orElse problem: Problem
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
