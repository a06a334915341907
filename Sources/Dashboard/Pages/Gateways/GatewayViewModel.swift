import Operations
import StrictJSON
import VerificationCore

/// What the pages of the gateways know.
struct GatewayViewModel {
    let list: GatewayList
    let situation: Situation
    let traffic: Cached<GatewayTraffic>
    let history: Cached<GatewayHistory>
    let learned: Cached<[String: LearnedShare]>

    var statuses: Cached<GatewayOverview> { situation.gateways }

    var data: JSONValue {
        let names = Set(list.members.map(\.name))
        let strangers = (statuses.value?.gateways.keys.filter { !names.contains($0) } ?? []).sorted()
        return [
            "gateways": .array(list.members.map(row)), "routes": .array(list.routes.map(route)),
            "strangers": .array(strangers.map(JSONValue.string)), "hasStrangers": .bool(!strangers.isEmpty),
            "workers": .count(statuses.value?.workers),
            "windowSeconds": .integer(Int64(GatewayTraffic.minutes * 60)),
            "statusesKnown": statuses.sign, "trafficKnown": traffic.sign,
        ]
    }

    /// A gateway's row, with everything that is known of it.
    func row(_ member: GatewayList.Member) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(member.name)
        object["kind"] = .string(member.kind)
        object["inFlight"] = .count(member.inFlight)
        object["perSecond"] = .count(member.perSecond)
        object["statusPage"] = .text(member.statusPage)
        object["routes"] = .array(list.routes(of: member.name).map { .string($0.condition) })
        addStanding(of: member.name, to: &object)
        addFailing(of: member.name, to: &object)
        addLinks(of: member.name, to: &object)
        addCounts(of: member.name, to: &object)
        return .object(object)
    }

    private func addStanding(of name: String, to object: inout JSONObject) {
        let entry = statuses.value.map { $0.gateways[name] ?? GatewayStatuses.Entry() }
        let notice = entry?.notice.flatMap { $0.state == .open ? $0 : nil }
        let state = entry.map { GatewayState(of: $0) }
        object["state"] = .string(state?.rawValue ?? "not known")
        object["isBad"] = .bool(state.map { $0 != .healthy } ?? false)
        object["isOff"] = entry.map { .bool($0.control.isOff) } ?? .null
        // A gateway that is off gets no calls, whatever workers found before.
        let reason = state == .off ? nil : notice
        object["reason"] = .text(reason?.reason)
        object["reasonWords"] = .text(reason?.reasonWords)
        // The time that is left counts from the moment of the look.
        object["trialAt"] = .time(
            state == .circuitOpen ? statuses.at.flatMap { at in notice.map { at + $0.remaining } } : nil)
        object["weight"] = .count(entry?.control.weight)
        let share = learnedShare(of: name, entry)
        object["learnedPercent"] = .count(share?.percent)
        object["learnedBecause"] = .text(share?.words)
        addSwitchOff(entry?.control.isOff == true ? history.value?.switchOff(of: name) : nil, to: &object)
    }

    /// An operator's weight wins over what is learned.
    private func learnedShare(of name: String, _ entry: GatewayStatuses.Entry?) -> LearnedShare? {
        entry?.control.weight == nil ? learned.value?[name] : nil
    }

    private func addSwitchOff(_ line: StoredAudit?, to object: inout JSONObject) {
        object["offBy"] = .text(line?.entry.actor)
        object["offAt"] = .time(line?.at)
        object["offBecause"] = .text(line.flatMap { $0.entry.reason.isEmpty ? nil : $0.entry.reason })
    }

    /// A gateway that throttles or refuses is healthy by its breaker, and sends nothing all the same; the verdict counts alike.
    private func addFailing(of name: String, to object: inout JSONObject) {
        let failing = situation.failing(name)
        object["isFailing"] = .bool(failing != nil)
        object["isUncalled"] = .bool(failing.map { $0.calls.all == 0 } ?? false)
        object["failedCalls"] = .count(failing?.calls.failed)
        object["judgedCalls"] = .count(failing?.calls.all)
        object["judgedSpan"] = .text(failing?.within)
        if failing != nil { object["isBad"] = true }
    }

    /// How many of the living workers with a standing connection to the gateway have it up; null where no worker has any.
    private func addLinks(of name: String, to object: inout JSONObject) {
        let links = (situation.workers.value?.living ?? []).compactMap { $0.status?.links[name] }
        let up = links.count(where: \.self)
        object["links"] = links.isEmpty ? .null : .count(links.count)
        object["linksUp"] = links.isEmpty ? .null : .count(up)
        object["hasLinkDown"] = .bool(up < links.count)
    }

    private func addCounts(of name: String, to object: inout JSONObject) {
        let part = traffic.value.map { $0.parts[name] ?? GatewayTraffic.Part() }
        object["calls"] = .count(part?.calls)
        for (word, kind) in Self.outcomes {
            object[word] = .count(part?[kind])
            object[word + "Share"] = part.map { .share($0[kind], of: $0.calls) } ?? .null
            object[word + "Any"] = .bool((part?[kind] ?? 0) > 0)
        }
        for (word, share) in [("p50", 0.5), ("p95", 0.95)] {
            let bucket = part?.times.quantile(share)
            object[word] = .text(bucket?.words)
            object[word + "Seconds"] = .seconds(bucket?.longest)
        }
        object["messages"] = .count(part?[.accepted])
        object["delivered"] = .count(part?[.delivered])
        object["undelivered"] = .count(part?[.undelivered])
        object["deliveredShare"] = part.map { .share($0[.delivered], of: $0[.accepted]) } ?? .null
    }

    private static let outcomes: [(String, TallyKind)] = [
        ("accepted", .callAccepted), ("refused", .callRefused), ("throttled", .callThrottled),
        ("unknown", .callUnknown),
    ]

    /// A route with its gateways: their weights in the settings, and the part of the messages that each gets now.
    private func route(_ route: GatewayList.Route) -> JSONValue {
        let entries = statuses.value?.learning(learned.value ?? [:]).gateways ?? [:]
        let parts = route.parts(on: entries)
        let shares = Dictionary(parts.map { ($0.gateway, $0.share) }) { first, _ in first }
        return [
            "condition": .string(route.condition), "isStranded": .bool(statuses.value != nil && parts.isEmpty),
            "learns": .bool(route.target.learns),
            "first": .array(
                route.target.first.map { share in
                    let learned = route.target.learns ? learnedShare(of: share.gateway, entries[share.gateway]) : nil
                    return [
                        "learnedPercent": .count(learned?.percent), "learnedBecause": .text(learned?.words),
                        "name": .string(share.gateway), "weight": .count(share.weight),
                        "changedWeight": .count(entries[share.gateway]?.control.weight),
                        "share": statuses.value == nil ? .null : .decimal(shares[share.gateway] ?? 0),
                    ]
                }),
            "then": .array(
                route.target.then.map { name in
                    ["name": .string(name), "share": shares[name].map(JSONValue.decimal) ?? .null]
                }),
        ]
    }
}

extension TimeBucket {
    /// For example `≤ 250 ms`, without a place where a line may break.
    var words: String {
        guard let longest else { return ">\u{A0}30\u{A0}min" }
        let milliseconds = longest.wholeMicroseconds / 1_000
        return "≤\u{A0}" + (milliseconds < 1_000 ? "\(milliseconds)\u{A0}ms" : "\(word)\u{A0}s")
    }
}

/// The status of a gateway, as the page names it.
enum GatewayState: String, CaseIterable {
    case healthy
    /// Its breaker keeps calls away.
    case circuitOpen = "circuit open"
    /// A call is out to try whether it works again.
    case probing
    case off

    init(of entry: GatewayStatuses.Entry) {
        if entry.control.isOff {
            self = .off
        } else if let notice = entry.notice, notice.state == .open {
            self = notice.remaining > .zero ? .circuitOpen : .probing
        } else {
            self = .healthy
        }
    }
}
