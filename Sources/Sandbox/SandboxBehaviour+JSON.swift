import StrictJSON
import VerificationCore

extension SandboxBehaviour {
    private static let names: Set<String> = [
        "minimumLatencyMs", "maximumLatencyMs", "refusedForNow", "refusedForGood", "throttled", "unknown",
    ]

    /// Reads what `json` writes; a member that is missing has its default, one that nobody knows is an error.
    init(json: [UInt8]) throws(SandboxError) {
        // The answer does not say where in the body the mistake is: a behaviour has a few short members.
        guard let object = (try? JSONValue(parsing: json))?.object else { throw SandboxError(.malformedJSON) }
        guard object.members.allSatisfy({ Self.names.contains($0.key) }) else { throw SandboxError(.unknownMember) }
        self.init()
        let minimum = try Self.number("minimumLatencyMs", in: object)
        let maximum = try Self.number("maximumLatencyMs", in: object) ?? minimum ?? 0
        let longest = Double(Self.longestLatency.components.seconds) * 1_000
        guard (0...longest).contains(maximum), (0...maximum).contains(minimum ?? 0) else {
            throw SandboxError(.impossibleLatency)
        }
        latency = .milliseconds(minimum ?? 0) ... .milliseconds(maximum)
        refusedForNow = try Self.number("refusedForNow", in: object) ?? 0
        refusedForGood = try Self.number("refusedForGood", in: object) ?? 0
        throttled = try Self.number("throttled", in: object) ?? 0
        unknown = try Self.number("unknown", in: object) ?? 0
        try validate()
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("minimumLatencyMs", Self.milliseconds(latency.lowerBound))
            $0.member("maximumLatencyMs", Self.milliseconds(latency.upperBound))
            $0.member("refusedForNow", refusedForNow)
            $0.member("refusedForGood", refusedForGood)
            $0.member("throttled", throttled)
            $0.member("unknown", unknown)
        }
        return writer.bytes
    }

    private static func number(_ name: String, in object: JSONObject) throws(SandboxError) -> Double? {
        guard let value = object[name] else { return nil }
        guard let number = value.double else { throw SandboxError(.malformedJSON) }
        return number
    }

    private static func milliseconds(_ span: Duration) -> Double { Double(span.wholeMicroseconds) / 1_000 }
}
