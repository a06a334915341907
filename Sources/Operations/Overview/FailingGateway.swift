import VerificationCore

/// A gateway whose calls fail, and the calls that show it.
package struct FailingGateway: Sendable, Hashable {
    package let name: String
    package let calls: CallCounts
    /// The span of the calls, for example `5 min`.
    package let within: String
    package let level: Judgement.Level

    init(name: String, calls: CallCounts, within: String, level: Judgement.Level? = nil) {
        (self.name, self.calls, self.within) = (name, calls, within)
        self.level = level ?? (calls.failedShare >= Rule.Limits.manyFail ? .down : .degraded)
    }

    /// A gateway that was seen to fail, and was not seen to work since.
    init(name: String, remembered: FailedCalls) {
        self.init(
            name: name, calls: remembered.calls, within: remembered.within,
            level: remembered.isGrave ? .down : .degraded)
    }

    /// What later looks remember of it; they tell until when the calls were.
    func remembered(at time: Timestamp) -> FailedCalls {
        FailedCalls(calls, within: "\(within) until \(time.timeOfDay)", isGrave: level == .down)
    }
}

extension Situation {
    /// The gateways whose calls fail, and still do, the worst first.
    ///
    /// A gateway that gets no messages is not among them: that it is off or fails is said by other rules.
    package var failingGateways: [FailingGateway] {
        guard let counts = counts.value else { return [] }
        return counts.calls.keys.filter(getsMessages).compactMap(counts.failing).sorted {
            ($0.calls.failedShare, $1.name) > ($1.calls.failedShare, $0.name)
        }
    }

    /// The gateways that throttle, by their newest calls.
    var busyGateways: [String] {
        guard let counts = counts.value else { return [] }
        return counts.calls.keys.filter(getsMessages).filter { name in
            let newest = counts.newestCalls(name)
            return newest.failed > 0 && newest.isBusy
        }.sorted()
    }

    /// How a gateway fails: by its calls, or because it has taken none while requests wait for another try.
    ///
    /// A gateway that throttles gets few calls, too few to judge it by them alone.
    package func failing(_ name: String) -> FailingGateway? {
        let byCalls = failingGateways.first { $0.name == name }
        guard let byWaiting = refusing(name), byCalls.map({ $0.level < byWaiting.level }) ?? true else {
            return byCalls
        }
        return byWaiting
    }

    private func refusing(_ name: String) -> FailingGateway? {
        guard let counts = counts.value, let all = counts.calls[name], getsMessages(name),
            let level = Rule.putOff.finding(in: self)?.level
        else { return nil }
        let newest = counts.callsOfLate(name)
        // Between two tries half a minute may pass without a call; while no gateway takes a message, this one does not either.
        guard newest.accepted == 0, newest.failed > 0 || level == .down && all.failed > 0 else { return nil }
        return FailingGateway(name: name, calls: newest, within: counts.ofLateWords, level: level)
    }

    /// Also of a gateway that the registry does not know.
    func getsMessages(_ name: String) -> Bool { !(gateways.value?.gateways[name]?.isAway ?? false) }
}

/// Whether a gateway fails, by the outcomes of its calls.
extension Counts {
    /// How a gateway fails: as the newest calls show it, or as it was seen to fail when it had more calls.
    func failing(_ name: String) -> FailingGateway? {
        failingNow(name) ?? memory.accused[name].map { FailingGateway(name: name, remembered: $0) }
    }

    /// How a gateway fails by the calls of the last half minute, or else of the last minutes.
    ///
    /// Where the newest calls fail more than those of the last minutes, the newest are shown: they say how it is now.
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
        // No worker has called it for minutes, which is longer than any worker waits between two tries.
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
