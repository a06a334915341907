import VerificationCore

/// Whether limits or rules hold many requests: of all, or of a region.
///
/// A place is a region, or the empty text for all together. Of a region only what rules turn away is known.
extension Counts {
    /// The shares of requests from which on a rule accuses a place.
    private struct Bounds {
        /// In half a minute.
        let (leastOfLate, ofLate): (Int, Double)
        /// In the minutes of the funnel.
        let (least, most): (Int, Double)
        /// The requests of half a minute that show that it is over.
        let leastFree: Int

        init(in place: String) {
            (leastOfLate, ofLate) = (Rule.Limits.leastCalls, place.isEmpty ? Rule.Limits.mostHeld : Rule.Limits.blocked)
            least = place.isEmpty ? Rule.Limits.leastStarts : Rule.Limits.leastCalls
            most = place.isEmpty ? Rule.Limits.manyHeld : Rule.Limits.blocked
            leastFree = place.isEmpty ? Rule.Limits.leastCalls : Rule.Limits.leastFresh
        }
    }

    /// The regions that requests of the last minutes were for.
    var requestRegions: [String] { regions.map(\.name).filter { !$0.isEmpty } }

    /// The regions whose requests rules turn away, the greatest first.
    ///
    /// A region that was closed a week ago too, for example because no app sends there, is as it should be.
    var blockedRegions: [(name: String, held: HeldRequests)] {
        requestRegions.compactMap { region in
            guard !wasBlocked(region) else { return nil }
            return held(in: region).map { (region, $0) }
        }
    }

    /// What limits and rules hold in a place: as the counts show it, or as they did before when they show no end.
    func held(in place: String) -> HeldRequests? {
        if let now = heldNow(in: place) { return now }
        guard let last = memory.held[place] else { return nil }
        return heldOfLate(in: place).flatMap { $0.all >= Bounds(in: place).leastOfLate ? $0 : nil } ?? last
    }

    /// Nil where the counts alone do not show that much is held.
    func heldNow(in place: String) -> HeldRequests? {
        let bounds = Bounds(in: place)
        // A region has few requests, which take longer to show that all are turned away.
        let fresh = place.isEmpty ? nil : heldInFreshMinutes(in: place)
        let newest = [heldOfLate(in: place), fresh].compactMap(\.self)
        if let shown = newest.first(where: { $0.all >= bounds.leastOfLate && $0.share >= bounds.ofLate }) {
            return shown
        }
        let whole = heldInMinutes(in: place)
        let isOver = memory.released.contains(place) || isFree(place)
        return whole.all >= bounds.least && whole.share >= bounds.most && !isOver ? whole : nil
    }

    /// Whether the newest requests show that hardly anything is held, or no request has been held for minutes.
    func isHeldNoMore(in place: String) -> Bool {
        let hasEnded = heldInFreshMinutes(in: place).share == 0
        return isFree(place) || hasEnded && heldInMinutes(in: place).share < Rule.Limits.fewHeld
    }

    /// Whether so much of the newest requests is held that an earlier end means nothing.
    func isHeldAgain(in place: String) -> Bool {
        guard let newest = heldOfLate(in: place) else { return false }
        return newest.all >= Rule.Limits.leastFresh && newest.share >= Rule.Limits.manyHeld
    }

    private func isFree(_ place: String) -> Bool {
        guard let newest = heldOfLate(in: place) else { return false }
        return newest.all >= Bounds(in: place).leastFree && newest.share < Rule.Limits.fewHeld
    }

    private func heldOfLate(in place: String) -> HeldRequests? {
        lately.map { lately in HeldRequests(within: ofLateWords) { lately[$0, place] } }
    }

    private func heldInFreshMinutes(in place: String) -> HeldRequests {
        HeldRequests(within: "\(Self.freshMinutes) min") { fresh[$0, place] }
    }

    private func heldInMinutes(in place: String) -> HeldRequests {
        let counts = place.isEmpty ? now : regions.first { $0.name == place }?.counts ?? [:]
        return HeldRequests(within: "\(Self.funnelMinutes) min") { counts[$0] ?? 0 }
    }

    private func wasBlocked(_ region: String) -> Bool {
        let counts = regionsWeekBefore.first { $0.name == region }?.counts ?? [:]
        let before = HeldRequests(within: "") { counts[$0] ?? 0 }
        return before.all >= Rule.Limits.leastCalls && before.share >= Rule.Limits.blocked
    }
}
