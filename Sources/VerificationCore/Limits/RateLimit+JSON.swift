import StrictJSON

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
