import Operations
import StrictJSON
import VerificationCore

/// The way of a code, from the call to the phone: each part with its level, a number, and an hour of what it did.
extension OverviewViewModel {
    var flow: [JSONValue] {
        let stages = stages
        return [
            part(
                stages[0], unit: "/ min", count: situation.counts.value.map { Int($0.arrivals.rounded()) },
                series: series(.incoming, of: [.started, .turnedAway, .notQueued])),
            part(
                stages[1], unit: "ready", count: situation.ready(in: .requests),
                series: series(.incoming, of: [.started])),
            part(
                stages[2], unit: "alive", count: situation.workers.current?.living.count,
                series: series(.processed, of: [.wait])),
            part(
                gateways, unit: "healthy", count: healthyGateways, of: situation.gatewayList.members.count,
                series: series(.processed, of: [.callAccepted])),
            part(
                phones, unit: deliveredShare.isNull ? "no receipts" : "delivered", share: deliveredShare,
                series: series(.delivered, of: [.delivered])),
        ]
    }

    /// The parts of the installation that are no single step of the way: each gateway, the database, and the events.
    var parts: [JSONValue] { Array(stages.dropFirst(3)) }

    private var gateways: JSONValue {
        let off = situation.gatewayList.members.map(\.name).filter(situation.isOffOnPurpose)
        return stage(
            "Gateways", isKnown: situation.gateways.current != nil,
            rules: [.noGateways, .gatewayAway, .gatewayFails, .putOff],
            detail: off.isEmpty ? nil : "\(off.joined(separator: ", ")) switched off", path: "/gateways")
    }

    private var phones: JSONValue {
        let minutes = Counts.funnelMinutes
        return stage(
            "Phones", isKnown: situation.counts.current != nil,
            rules: [.notDelivered, .deliversLittle, .approvedFalls],
            detail: deliveredShare.isNull ? nil : "of the messages accepted in \(minutes) min", path: "/countries")
    }

    /// Nil while the registry does not say.
    private var healthyGateways: Int? {
        guard situation.gateways.current != nil else { return nil }
        return stages.dropFirst(3).prefix(situation.gatewayList.members.count).count { $0["level"] == "OK" }
    }

    /// Of the messages that gateways accepted; null without a receipt, because then verifyd knows of no delivery.
    private var deliveredShare: JSONValue {
        guard let now = situation.counts.value?.now, now[.delivered] != nil || now[.undelivered] != nil else {
            return .null
        }
        let delivered = now[.delivered] ?? 0
        return .share(delivered, of: max(delivered, now[.accepted] ?? 0))
    }

    /// A stage with a number: `count`, or `count` of `whole`, or `share`; what the stage's detail says beside it stays.
    private func part(
        _ stage: JSONValue, unit: String, count: Int? = nil, of whole: Int? = nil, share: JSONValue = .null,
        series: JSONValue
    ) -> JSONValue {
        let detail = stage["detail"]?.string.flatMap { detail in
            let number = "\(count ?? -1) \(unit)"
            return detail == number
                ? nil : detail.hasPrefix(number + ", ") ? String(detail.dropFirst(number.count + 2)) : detail
        }
        return [
            "name": stage["name"] ?? .null, "level": stage["level"] ?? .null, "path": stage["path"] ?? .null,
            "detail": .text(detail), "count": .count(count), "of": count == nil ? .null : .count(whole),
            "share": share, "unit": .string(unit), "series": series,
        ]
    }

    private func series(_ tone: ChartTone, of kinds: [TallyKind]) -> JSONValue {
        guard let series = situation.counts.value?.series else { return .null }
        return series.chart(lines: [series.line("", tone: tone, of: kinds)], isLastPartial: true)
    }
}
