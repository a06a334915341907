import HTTPService
import StrictJSON
import VerificationCore

extension SandboxBehaviour {
    private static let names: Set<String> = [
        "minimumLatencyMs", "maximumLatencyMs", "refusedForNow", "refusedForGood", "throttled", "unknown",
    ]

    /// Reads a behaviour; a missing member has its default, and an unknown member is an error.
    ///
    /// Times are in milliseconds. When only the minimum is given, the maximum equals it.
    init(json: [UInt8]) throws(Problem) {
        // The answer does not say where in the body the mistake is, because a behaviour has only a few short members.
        guard let object = (try? JSONValue(parsing: json))?.object else { throw .malformedJSON }
        guard object.members.allSatisfy({ Self.names.contains($0.key) }) else { throw .unknownMember }
        self.init()
        let minimum = try Self.number("minimumLatencyMs", in: object)
        let maximum = try Self.number("maximumLatencyMs", in: object) ?? minimum ?? 0
        let longest = Double(Self.longestLatency.components.seconds) * 1_000
        guard (0...longest).contains(maximum), (0...maximum).contains(minimum ?? 0) else {
            throw .impossibleLatency
        }
        latency = .milliseconds(minimum ?? 0) ... .milliseconds(maximum)
        refusedForNow = try Self.number("refusedForNow", in: object) ?? 0
        refusedForGood = try Self.number("refusedForGood", in: object) ?? 0
        throttled = try Self.number("throttled", in: object) ?? 0
        unknown = try Self.number("unknown", in: object) ?? 0
        try validate()
    }

    /// Writes what `init(json:)` reads.
    func write(to writer: inout JSONWriter) {
        writer.member("minimumLatencyMs", Self.milliseconds(latency.lowerBound))
        writer.member("maximumLatencyMs", Self.milliseconds(latency.upperBound))
        writer.member("refusedForNow", refusedForNow)
        writer.member("refusedForGood", refusedForGood)
        writer.member("throttled", throttled)
        writer.member("unknown", unknown)
    }

    private static func number(_ name: String, in object: JSONObject) throws(Problem) -> Double? {
        guard let value = object[name] else { return nil }
        guard let number = value.double else { throw .malformedJSON }
        return number
    }

    private static func milliseconds(_ span: Duration) -> Double { Double(span.wholeMicroseconds) / 1_000 }
}
