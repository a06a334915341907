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

    /// What a single network may use of a limit that belongs to somebody: a third, and at least three.
    ///
    /// So whoever asks in another's name, from one network, leaves the larger part to others.
    package var share: RateLimit { RateLimit(min(count, max(3, (count + 2) / 3)), per: interval) }
}
