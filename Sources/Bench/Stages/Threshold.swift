import Foundation

/// What a measurement has to keep, for example `p99(start)<50ms`, `success(check)>=99.9%` or `rate(gateway)>190`.
package struct Threshold: Sendable, Hashable {
    /// Why a text is no threshold, in a sentence.
    package struct Unreadable: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The figure of a stage's report that it compares.
    package enum Figure: Sendable, Hashable {
        case mean, least
        case percentile(Double)
        /// A share, in percent.
        case success
        /// Per second, the wait at the end included.
        case throughput
    }

    /// How it compares.
    package enum Comparison: String, Sendable, CaseIterable {
        // Longer texts first, because `<` begins `<=`.
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"
    }

    package let text: String
    package let figure: Figure
    package let stage: JourneyStage
    package let comparison: Comparison
    /// Milliseconds, percent or requests per second.
    package let limit: Double

    /// Every request of a stage has to succeed.
    static func all(of stage: JourneyStage) -> Threshold {
        Threshold(
            text: "success(\(stage.rawValue))>=100%", figure: .success, stage: stage, comparison: .atLeast, limit: 100)
    }

    private init(text: String, figure: Figure, stage: JourneyStage, comparison: Comparison, limit: Double) {
        self.text = text
        self.figure = figure
        self.stage = stage
        self.comparison = comparison
        self.limit = limit
    }

    /// Reads a text; `stages` are those that the measurement has.
    package init(_ text: String, stages: [JourneyStage]) throws(Unreadable) {
        let plain = text.filter { $0 != " " }
        guard let comparison = Comparison.allCases.first(where: { plain.contains($0.rawValue) }),
            let sign = plain.range(of: comparison.rawValue), let open = plain.firstIndex(of: "("),
            open < sign.lowerBound, plain[..<sign.lowerBound].hasSuffix(")")
        else {
            throw Unreadable(description: "the threshold \(text) is not like p99(start)<50ms")
        }
        let name = String(plain[plain.index(after: open)..<plain.index(before: sign.lowerBound)])
        guard let stage = stages.first(where: { $0.rawValue == name }) else {
            let names = stages.map(\.rawValue).joined(separator: ", ")
            throw Unreadable(description: "the threshold \(text) names the stage \(name); here they are \(names)")
        }
        guard let figure = Figure(String(plain[..<open])) else {
            throw Unreadable(
                description: "the threshold \(text) begins with none of p50 to p99.99, min, mean, max, success, rate")
        }
        guard let limit = figure.limit(String(plain[sign.upperBound...])) else {
            throw Unreadable(description: "the threshold \(text) needs \(figure.expectation) after its sign")
        }
        self.init(text: plain, figure: figure, stage: stage, comparison: comparison, limit: limit)
    }

    /// What is wrong, in a sentence; nil when it is kept.
    ///
    /// A latency of a stage that never happened keeps no threshold.
    package func complaint(about reports: [StageReport]) -> String? {
        guard let report = reports.first(where: { $0.stage == stage }) else { return nil }
        let value = figure.value(in: report)
        let isKept =
            switch comparison {
            case .atMost: value <= limit
            case .atLeast: value >= limit
            case .below: value < limit
            case .above: value > limit
            }
        guard !isKept || figure.isLatency && report.tally.done == 0 else { return nil }
        let found = report.tally.done == 0 && figure.isLatency ? "it never happened" : figure.words(value)
        return "the threshold \(text) is not kept: \(found)"
    }
}

extension Threshold.Figure {
    init?(_ name: String) {
        switch name {
        case "min": self = .least
        case "mean": self = .mean
        case "max": self = .percentile(100)
        case "success": self = .success
        case "rate": self = .throughput
        default:
            guard name.hasPrefix("p"), let percentile = Double(name.dropFirst()), (0...100).contains(percentile) else {
                return nil
            }
            self = .percentile(percentile)
        }
    }

    fileprivate var isLatency: Bool {
        switch self {
        case .mean, .least, .percentile: true
        case .success, .throughput: false
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .mean, .least, .percentile: "a time such as 50ms, 1.5s or 800us"
        case .success: "a share such as 99.9%"
        case .throughput: "a number of requests per second"
        }
    }

    fileprivate func limit(_ text: String) -> Double? {
        switch self {
        case .mean, .least, .percentile:
            for (unit, factor) in [("ms", 1.0), ("us", 0.001), ("µs", 0.001), ("s", 1_000)] where text.hasSuffix(unit) {
                return Self.number(text.dropLast(unit.count)).map { $0 * factor }
            }
            return nil
        case .success: return text.hasSuffix("%") ? Self.number(text.dropLast()) : nil
        case .throughput: return Self.number(text.hasSuffix("/s") ? text.dropLast(2) : text[...])
        }
    }

    fileprivate func value(in report: StageReport) -> Double {
        switch self {
        case .mean: report.mean
        case .least: report.least
        case .percentile(let percentile): report.milliseconds(percentile)
        case .success: report.success * 100
        case .throughput: report.throughput
        }
    }

    fileprivate func words(_ value: Double) -> String {
        switch self {
        case .mean, .least, .percentile: String(format: "it was %.2f ms", value)
        case .success: String(format: "it was %.3f%%", value)
        case .throughput: String(format: "it was %.2f a second", value)
        }
    }

    /// Digits and a point: neither a sign nor an exponent, and no name such as `nan`.
    private static func number(_ text: Substring) -> Double? {
        text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." } ? Double(text) : nil
    }
}
