import Operations
import StrictJSON
import VerificationCore

/// What the page of a single gateway knows.
extension GatewayViewModel {
    func data(of name: String, _ cached: Cached<GatewayDetail>, marks: [Chart.Mark]) -> JSONValue {
        let detail = cached.value
        return [
            "gateway": list.member(named: name).map(row) ?? .null,
            "windowSeconds": .integer(Int64(GatewayTraffic.minutes * 60)),
            "detailSeconds": .integer(Int64(GatewayDetail.minutes * 60)),
            "reasons": .array((detail?.reasons ?? []).map { reason($0, of: name) }),
            "regions": .array((detail?.regions ?? []).map(region)),
            "callsChart": [
                "name": "Calls and failures / min", "series": detail.map { chart($0.series, marks: marks) } ?? .null,
            ],
            "statusesKnown": statuses.sign, "trafficKnown": traffic.sign, "detailKnown": cached.sign,
        ]
    }

    private func reason(_ group: TallyGroup, of gateway: String) -> JSONValue {
        [
            "outcome": .string(group.kind.outcome), "reason": .text(group.reason.isEmpty ? nil : group.reason),
            "sentence": .text(ReasonWords(list).sentence(for: group.reason, of: gateway)),
            "count": .count(group.count), "regions": .array(group.regions.map(JSONValue.string)),
            "firstAt": .time(group.minutes.lowerBound.beginning), "lastAt": .time(group.minutes.upperBound.beginning),
        ]
    }

    private func region(_ sum: TallySum) -> JSONValue {
        let calls = GatewayTraffic.calls.reduce(0) { $0 + (sum.counts[$1] ?? 0) }
        let (accepted, messages) = (sum.counts[.callAccepted] ?? 0, sum.counts[.accepted] ?? 0)
        let delivered = sum.counts[.delivered] ?? 0
        return [
            "region": .text(sum.name.isEmpty ? nil : sum.name), "calls": .count(calls),
            "failed": .count(calls - accepted), "failedShare": .share(calls - accepted, of: calls),
            "messages": .count(messages), "delivered": .count(delivered),
            "undelivered": .count(sum.counts[.undelivered] ?? 0), "deliveredShare": .share(delivered, of: messages),
        ]
    }

    private func chart(_ series: TallySeries, marks: [Chart.Mark]) -> JSONValue {
        series.chart(
            lines: [
                series.line("calls", tone: .incoming, of: [.callAccepted, .callRefused, .callThrottled, .callUnknown]),
                series.line("failed", tone: .failed, of: [.callRefused, .callThrottled, .callUnknown]),
            ], isLastPartial: true, marks: marks)
    }
}

extension TallyKind {
    /// The outcome of a call or of a message, as the page names it.
    fileprivate var outcome: String {
        switch self {
        case .callAccepted: "accepted"
        case .callRefused: "refused"
        case .callThrottled: "throttled"
        case .callUnknown: "unknown"
        case .undelivered: "not delivered"
        case .started, .sent, .resent, .duplicate, .limited, .refused, .late, .accepted, .awaited, .delivered, .failed,
            .approved,
            .wrongCode, .exhausted, .turnedAway, .notQueued, .checkLimited, .appProof, .apiAlive, .wait, .callTime,
            .eventTold, .eventFailed, .eventPutOff, .eventGivenUp:
            rawValue
        }
    }
}
