import StrictJSON

/// At most `count` events in any `interval` of whole seconds; `SlotCounts` says how they are counted.
package struct RateLimit: Sendable, Hashable {
    package let count: Int
    package let interval: Duration

    package init(_ count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }

    /// So many times the count in the same time.
    package static func * (limit: RateLimit, multiple: Int) -> RateLimit {
        RateLimit(limit.count * multiple, per: limit.interval)
    }

    /// The window's length, which names its counts.
    ///
    /// So the counts of 60 and 90 seconds never mix when an app changes its settings.
    package var seconds: Int { Int(clamping: interval.components.seconds) }
}

extension RateLimit {
    /// A list of windows such as `[{"count":5,"seconds":600}]`.
    package static func json(_ limits: [RateLimit]) -> JSONValue {
        .array(
            limits.map { limit in
                .object(
                    JSONObject([
                        JSONObject.Member(key: "count", value: .integer(Int64(limit.count))),
                        JSONObject.Member(key: "seconds", value: .integer(limit.interval.components.seconds)),
                    ]))
            })
    }

    /// Reads such a list; nil for anything else, for more than 8 windows, and for a window that no limit has.
    package static func list(_ value: JSONValue) -> [RateLimit]? {
        guard let entries = value.array, entries.count <= 8 else { return nil }
        let limits = entries.map(RateLimit.init)
        return limits.contains(nil) ? nil : limits.compactMap(\.self)
    }

    private init?(_ value: JSONValue) {
        guard let count = value["count"]?.integer, (1...1_000_000).contains(count),
            let seconds = value["seconds"]?.integer, (1...31_536_000).contains(seconds),
            value.object?.members.count == 2
        else { return nil }
        self.init(Int(count), per: .seconds(seconds))
    }
}

extension RateLimit {
    private static let units: [(word: String, seconds: Int64)] = [("minute", 60), ("hour", 3_600), ("day", 86_400)]

    /// Reads `200/day`, or several windows with commas between them: `20/hour,200/day`; an empty list for `0`.
    ///
    /// Nil for anything else.
    package static func list(inWords text: String) -> [RateLimit]? {
        if text == "0" { return [] }
        let limits = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> RateLimit? in
            let halves = part.split(separator: "/", omittingEmptySubsequences: false)
            guard halves.count == 2, let count = Int(halves[0]), (1...1_000_000).contains(count),
                let unit = units.first(where: { $0.word == halves[1] })
            else { return nil }
            return RateLimit(count, per: .seconds(unit.seconds))
        }
        return limits.count > 8 || limits.contains(nil) ? nil : limits.compactMap(\.self)
    }

    /// In the form in which `list(inWords:)` reads it, as far as the windows have names.
    package static func words(_ limits: [RateLimit]) -> String {
        if limits.isEmpty { return "0" }
        return limits.map { limit in
            let seconds = limit.interval.components.seconds
            let unit = units.first { $0.seconds == seconds }?.word
            return "\(limit.count)/\(unit ?? "\(seconds) s")"
        }.joined(separator: ",")
    }

    /// What a single network may use of a limit that belongs to a person or a phone: a third, and at least three.
    ///
    /// So an attacker who asks in another's name, from one network, leaves the larger part to others.
    package var share: RateLimit { RateLimit(min(count, max(3, (count + 2) / 3)), per: interval) }
}
