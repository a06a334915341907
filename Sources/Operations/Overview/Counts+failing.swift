import VerificationCore

/// Whether a gateway fails, by what came of its calls.
extension Counts {
    /// How a gateway fails: as the newest calls show it, or as it was seen to fail when it had more calls.
    func failing(_ name: String) -> FailingGateway? {
        failingNow(name) ?? memory.accused[name].map { FailingGateway(name: name, remembered: $0) }
    }

    /// How a gateway fails by the calls of the last half minute, or else of the last minutes.
    ///
    /// Where the newest calls are worse than those of the minutes, they are told: they say how it is now.
    func failingNow(_ name: String) -> FailingGateway? {
        guard let calls = calls[name] else { return nil }
        let newest = callsOfLate(name)
        if lately != nil, newest.all >= Rule.Limits.leastNewCalls, newest.failedShare >= Rule.Limits.manyFail {
            return FailingGateway(name: name, calls: newest, within: ofLateWords)
        }
        let works = newest.all >= Rule.Limits.leastFresh && newest.failedShare < Rule.Limits.someFail
        let isOver = works || memory.mended.contains(name) || fresh.calls(of: name).failed == 0
        guard calls.all >= Rule.Limits.leastCalls, calls.failedShare >= Rule.Limits.someFail, !isOver
        else { return nil }
        let inMinutes = FailingGateway(name: name, calls: calls, within: "\(Self.callMinutes) min")
        guard newest.all >= Rule.Limits.leastFresh, newest.failedShare > calls.failedShare else { return inMinutes }
        // Of three calls a single failure makes a third, which is no outage yet.
        return FailingGateway(
            name: name, calls: newest, within: ofLateWords, level: newest.accepted == 0 ? .down : inMinutes.level)
    }

    /// Whether a gateway that has failed has stopped, where it gets too few calls to show it in half a minute.
    func hasStoppedFailing(_ name: String) -> Bool {
        // Nobody has called it for minutes, which is longer than any worker waits between two tries.
        guard let calls = calls[name] else { return true }
        let fresh = fresh.calls(of: name)
        return calls.failed == 0 || fresh.accepted >= Rule.Limits.leastFresh && fresh.failed == 0
    }

    /// Whether most of the newest calls fail, though they may be too few for an accusation.
    package func isDoubtful(_ name: String) -> Bool {
        let newest = newestCalls(name)
        guard newest.failed > 0, !memory.mended.contains(name) else { return false }
        return newest.accepted == 0
            || newest.all >= Rule.Limits.leastFresh && newest.failedShare >= Rule.Limits.manyFail
    }
}
