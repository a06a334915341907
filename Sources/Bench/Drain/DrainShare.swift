import Histogram
import StrictJSON

/// What one worker of a measurement has done.
package struct DrainShare: Sendable, Hashable {
    /// Requests by how they left.
    package var acknowledged = 0
    package var retried = 0
    package var dead = 0
    /// Microseconds of this machine's steady clock, which all processes share; nil for a worker that got nothing.
    package var startedAt: Int?
    package var endedAt: Int?
    /// Phones by how often this worker's gateway was called for them.
    package var calledOnce = 0
    package var calledAgain = 0
    /// Microseconds from the arrival of a delivery to its settlement, by percentile in the order of `percentiles`.
    package var latencies: [Int] = []

    /// The percentiles that a worker tells; 100 is the longest time of all.
    package static let percentiles = [50.0, 90, 99, 100]

    package init() {}

    var json: JSONValue {
        [
            "acknowledged": .integer(Int64(acknowledged)), "retried": .integer(Int64(retried)),
            "dead": .integer(Int64(dead)), "startedAt": startedAt.map { .integer(Int64($0)) } ?? .null,
            "endedAt": endedAt.map { .integer(Int64($0)) } ?? .null, "calledOnce": .integer(Int64(calledOnce)),
            "calledAgain": .integer(Int64(calledAgain)),
            "latencies": .array(latencies.map { .integer(Int64($0)) }),
        ]
    }

    /// Nil when the text is not that of a share.
    init?(_ json: JSONValue) {
        let number = { (name: String) in json[name]?.integer.map(Int.init) }
        guard let acknowledged = number("acknowledged"), let latencies = json["latencies"]?.array else { return nil }
        self.acknowledged = acknowledged
        retried = number("retried") ?? 0
        dead = number("dead") ?? 0
        (startedAt, endedAt) = (number("startedAt"), number("endedAt"))
        calledOnce = number("calledOnce") ?? 0
        calledAgain = number("calledAgain") ?? 0
        self.latencies = latencies.compactMap { $0.integer.map(Int.init) }
    }
}
